import { describe, expect, it } from 'vitest';
import { readObject, readTeacherAnswer } from '../../../src/loop/teacher/read-answer.ts';

const whole = {
  analysis: 'It returned 0.',
  rule: { rule: 'Return None.', when: 'Dividing.', why: 'Callers check for None.' },
};

describe('readAnswer', () => {
  it.each([
    ['plain JSON', JSON.stringify(whole)],
    ['a fence around it', `Here it is:\n\`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\`\nI hope {this} helps.`],
    ['words around it', `Sure. ${JSON.stringify(whole)} Done.`],
    ['words with braces before it', `The call f({ a: 1 }) in {pier} is wrong. ${JSON.stringify(whole)}`],
  ])('reads %s', (_, text) => {
    expect(readTeacherAnswer(text)).toEqual(whole);
  });

  it('reads the three lines that the loop is documented with', () => {
    const text =
      'It returned 0.\n\n- **Rule**: Return None,\n  not 0.\n- **When**: Dividing.\n- **Why**: Callers check for None.\n\nThat is all.';
    expect(readTeacherAnswer(text)).toEqual({
      analysis: 'It returned 0.',
      rule: { rule: 'Return None, not 0.', when: 'Dividing.', why: 'Callers check for None.' },
    });
  });

  it('takes null for no rule', () => {
    expect(readTeacherAnswer('{"analysis": "a passing outage", "rule": null}')).toEqual({
      analysis: 'a passing outage',
    });
  });

  it.each([
    JSON.stringify(whole).slice(0, -1),
    '',
    'I cannot say.',
    '{"analysis": 3}',
    '{"rule": {"when": "x"}}',
    '{"analysis": "cut of',
    '[]',
    'null',
  ])('is no answer: %s', (text) => {
    expect(readTeacherAnswer(text)).toBeUndefined();
  });
});

describe('readObject', () => {
  it('reads a rule that is a text, with or without its names, and a list of one', () => {
    expect(readObject({ analysis: 'a', rule: '- **Rule**: R x\n- **When**: W\n- **Why**: Y' })).toEqual({
      analysis: 'a',
      rule: { rule: 'R x', when: 'W', why: 'Y' },
    });
    expect(readObject([{ analysis: 'a', rule: 'Return None.' }])).toEqual({
      analysis: 'a',
      rule: { rule: 'Return None.', when: '', why: '' },
    });
    expect(readObject({ analysis: 'a', rule: ' ' })).toEqual({ analysis: 'a' });
  });
});
