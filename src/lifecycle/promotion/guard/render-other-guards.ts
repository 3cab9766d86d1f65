import type { StyledFramework } from '../../../programs/test-style.ts';
import type { LessonText } from '../lesson-text.ts';
import { describeClaim, type Guard, type GuardClaim } from './claims.ts';

/**
 * Renders a test in a language other than JavaScript. A lesson's text appears in it only as string literals; it is one line
 * without control characters, so JSON escapes only quotes and backslashes, just as these languages do.
 */
export function renderOtherGuard(name: StyledFramework, guard: Guard, up: string): string {
  return RENDERERS[name]?.(guard, up) ?? '';
}

/** Turns `L-012` into a part of an identifier. */
export function identifierOf(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

const RENDERERS: Partial<Record<StyledFramework, (guard: Guard, up: string) => string>> = {
  pytest: renderPytest,
  go: renderGo,
  cargo: renderCargo,
  junit5: (guard) => renderJUnit(guard, true),
  junit4: (guard) => renderJUnit(guard, false),
  rspec: renderRspec,
};

const quote = (text: string) => JSON.stringify(text);

const notice = (id: string) => `Written by hardwon promote ${id}. It is yours now: change it as you like.`;

const reasonOf = ({ id, guidance }: LessonText) => `${id}, still to be written: ${guidance}`;

/** Renders the checks in the language of one framework. */
function checkWith(
  claim: GuardClaim,
  forms: { exists(path: string): string; line(path: string, start: string): string; not: string },
) {
  if (claim.kind === 'line') return forms.line(claim.path, claim.start);
  return `${claim.kind === 'missing' ? forms.not : ''}${forms.exists(claim.path)}`;
}

function renderPytest({ text, claims, isPending }: Guard, up: string): string {
  const name = identifierOf(text.id);
  const tests = claims.map((claim, index) => {
    const check = checkWith(claim, {
      exists: (path) => `(ROOT / ${quote(path)}).exists()`,
      line: (path, start) =>
        `any(line.lstrip().startswith(${quote(start)}) for line in (ROOT / ${quote(path)}).read_text(encoding="utf-8").splitlines())`,
      not: 'not ',
    });
    return `\n\ndef test_${name}_${index + 1}():\n    ${quote(describeClaim(claim))}\n    assert ${check}, WANTED\n`;
  });
  const pending = `\n\n@pytest.mark.skip(reason=${quote(reasonOf(text))})\ndef test_${name}():\n    raise AssertionError(WANTED)\n`;
  const imports = [
    ...(claims.length > 0 ? ['from pathlib import Path\n'] : []),
    ...(isPending ? ['import pytest\n'] : []),
  ];
  const root = `ROOT = Path(__file__).resolve().parents[${up.split('/').filter((part) => part === '..').length}]\n`;
  return [
    `"""${notice(text.id)}"""\n\n${imports.join('\n')}\n${claims.length > 0 ? root : ''}`,
    `FAILING = ${quote(text.pattern)}\nWANTED = ${quote(text.guidance)}\n`,
    ...tests,
    isPending ? pending : '',
  ].join('');
}

function renderGo({ text, claims, isPending }: Guard, up: string): string {
  const name = text.id.replace(/[^A-Za-z0-9]/g, '');
  const tests = claims.map((claim, index) => {
    const file = quote(`${up}${claim.path}`);
    const check =
      claim.kind === 'line'
        ? `\ttext, _ := os.ReadFile(${file})\n\tfound := false\n\tfor _, line := range strings.Split(string(text), "\\n") {\n\t\tfound = found || strings.HasPrefix(strings.TrimLeft(line, " \\t"), ${quote(claim.start)})\n\t}\n\tif !found {\n`
        : `\tif _, err := os.Stat(${file}); err ${claim.kind === 'missing' ? '==' : '!='} nil {\n`;
    return `\n// ${describeClaim(claim)}\nfunc Test${name}_${index + 1}(t *testing.T) {\n${check}\t\tt.Error(wanted${name})\n\t}\n}\n`;
  });
  const imports = [
    ...(claims.length > 0 ? ['os'] : []),
    ...(claims.some(({ kind }) => kind === 'line') ? ['strings'] : []),
    'testing',
  ];
  return [
    `// ${notice(text.id)}\n\npackage lessons\n\nimport (\n${imports.map((one) => `\t"${one}"\n`).join('')})\n\n`,
    `const (\n\tfailing${name} = ${quote(text.pattern)}\n\twanted${name}  = ${quote(text.guidance)}\n)\n`,
    ...tests,
    isPending ? `\nfunc Test${name}(t *testing.T) {\n\tt.Skip(${quote(reasonOf(text))})\n}\n` : '',
  ].join('');
}

function renderCargo({ text, claims, isPending }: Guard): string {
  const name = identifierOf(text.id);
  const tests = claims.map((claim, index) => {
    const file = (path: string) => `Path::new(env!("CARGO_MANIFEST_DIR")).join(${quote(path)})`;
    const check = checkWith(claim, {
      exists: (path) => `${file(path)}.exists()`,
      line: (path, start) =>
        `std::fs::read_to_string(${file(path)}).unwrap_or_default().lines().any(|line| line.trim_start().starts_with(${quote(start)}))`,
      not: '!',
    });
    return `\n// ${describeClaim(claim)}\n#[test]\nfn ${name}_${index + 1}() {\n    assert!(${check}, "{}", WANTED);\n}\n`;
  });
  return [
    `// ${notice(text.id)}\n\n${claims.length > 0 ? 'use std::path::Path;\n\n' : ''}#[allow(dead_code)]\n`,
    `const FAILING: &str = ${quote(text.pattern)};\nconst WANTED: &str = ${quote(text.guidance)};\n`,
    ...tests,
    isPending ? `\n#[test]\n#[ignore = ${quote(reasonOf(text))}]\nfn ${name}() {\n    panic!("{}", WANTED);\n}\n` : '',
  ].join('');
}

function renderJUnit({ text, claims, isPending }: Guard, isFive: boolean): string {
  const pack = isFive ? 'org.junit.jupiter.api' : 'org.junit';
  const skip = isFive ? 'Disabled' : 'Ignore';
  const tests = claims.map((claim, index) => {
    const check = checkWith(claim, {
      exists: (path) => `Files.exists(Path.of(${quote(path)}))`,
      line: (path, start) =>
        `Files.readAllLines(Path.of(${quote(path)})).stream().anyMatch(line -> line.stripLeading().startsWith(${quote(start)}))`,
      not: '!',
    });
    return `\n    // ${describeClaim(claim)}\n    @Test\n    public void holds${index + 1}() throws Exception {\n        if (!(${check})) throw new AssertionError(WANTED);\n    }\n`;
  });
  const imports = [
    ...(claims.length > 0 ? ['java.nio.file.Files', 'java.nio.file.Path'] : []),
    ...(isPending ? [`${pack}.${skip}`] : []),
    `${pack}.Test`,
  ];
  return [
    `// ${notice(text.id)}\npackage lessons;\n\n${imports.map((one) => `import ${one};\n`).join('')}`,
    `\npublic class ${text.id.replace(/[^A-Za-z0-9]/g, '')}Test {\n`,
    `    static final String FAILING = ${quote(text.pattern)};\n    static final String WANTED = ${quote(text.guidance)};\n`,
    ...tests,
    isPending
      ? `\n    @${skip}(${quote(reasonOf(text))})\n    @Test\n    public void isStillToBeWritten() {\n        throw new AssertionError(WANTED);\n    }\n`
      : '',
    '}\n',
  ].join('');
}

function renderRspec({ text, claims, isPending }: Guard, up: string): string {
  // Double quotes would evaluate the contents of #{…}.
  const single = (words: string) => `'${words.replace(/[\\']/g, '\\$&')}'`;
  const locate = (path: string) => `File.expand_path(${single(`${up}${path}`)}, __dir__)`;
  const tests = claims.map((claim) => {
    const check = checkWith(claim, {
      exists: (path) => `File.exist?(${locate(path)})`,
      line: (path, start) =>
        `File.readlines(${locate(path)}).any? { |line| line.lstrip.start_with?(${single(start)}) }`,
      not: '!',
    });
    return `  it ${single(describeClaim(claim))} do\n    expect(${check}).to be(true), lesson[:wanted]\n  end\n`;
  });
  return [
    `# ${notice(text.id)}\nlesson = { failing: ${single(text.pattern)}, wanted: ${single(text.guidance)} }\n`,
    `\nRSpec.describe ${single(`${text.id}: ${text.title}`)} do\n`,
    [...tests, ...(isPending ? ['  xit lesson[:wanted]\n'] : [])].join('\n'),
    'end\n',
  ].join('');
}
