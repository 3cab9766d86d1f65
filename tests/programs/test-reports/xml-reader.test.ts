import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml, type XmlEnd } from '../../../src/programs/test-reports/xml-reader.ts';

function hear(source: string): { end: XmlEnd; heard: string[] } {
  const heard: string[] = [];
  const end = readXml(source, {
    open: (name, attributes) =>
      heard.push(`<${name}${[...attributes].map(([key, value]) => ` ${key}=${value}`).join('')}>`),
    close: (name) => heard.push(`</${name}>`),
    text: (text) => heard.push(text),
  });
  return { end, heard };
}

describe('readXml', () => {
  it('tells elements, attributes and text', () => {
    expect(hear('<?xml version="1.0"?>\n<a b="1" c=\'2\'><d/>text</a>')).toEqual({
      end: 'whole',
      heard: ['<a b=1 c=2>', '<d>', '</d>', 'text', '</a>'],
    });
  });

  it('knows the entities that need no definition, and leaves the others', () => {
    const { heard } = hear('<a b="x &gt; &quot;y&quot;&#10;z">&lt;&amp;&apos;&#x1F600;&#65;&nbsp;&#0;&#xD800;</a>');
    expect(heard).toEqual(['<a b=x > "y"\nz>', "<&'😀A&nbsp;&#0;&#xD800;", '</a>']);
  });

  it('takes CDATA as it stands, and skips comments', () => {
    expect(hear('<a><!-- <b> --><![CDATA[1 < 2 && <b>&lt;]]></a>').heard).toEqual(['<a>', '1 < 2 && <b>&lt;', '</a>']);
  });

  it('does not end a tag within a quoted value', () => {
    expect(hear('<a b="1 > 0"/>').heard).toEqual(['<a b=1 > 0>', '</a>']);
  });

  it('refuses a document type, and with it entities that grow', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>';
    expect(hear(bomb)).toEqual({ end: 'broken', heard: [] });
    expect(hear('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>').end).toBe('broken');
  });

  it.each([
    ['<a><b>half', 'cut', ['<a>', '<b>', 'half']],
    ['<a><b attr="ha', 'cut', ['<a>']],
    ['<a><![CDATA[open', 'cut', ['<a>', 'open']],
    ['', 'cut', []],
    ['<a></b>', 'broken', ['<a>']],
    ['<>', 'broken', []],
  ])('tells what stands before %s breaks off', (source, end, heard) => {
    expect(hear(source)).toEqual({ end, heard });
  });

  it('refuses a document that is nested without end', () => {
    expect(hear('<a>'.repeat(100_000)).end).toBe('broken');
  });

  it('gives back every text and attribute that was escaped', () => {
    const quote = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, value) => {
        const { end, heard } = hear(`<a b="${quote(value)}">${quote(text)}</a>`);
        expect(end).toBe('whole');
        expect(heard.join('')).toBe(`<a b=${value}>${text}</a>`);
      }),
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', '"', "'", '&', ';', '!', '[', ']', 'a', ' ', '=', '-', '?') }),
        (source) => {
          expect(['whole', 'cut', 'broken']).toContain(hear(source).end);
        },
      ),
    );
  });
});
