// Made-up sessions, of any size and the same each time, which bench/generate-database.mjs and bench/generate-lines.mjs write as agents do.
//
// A third of the calls are commands, of which one in twelve fails, a third are files that were read, a quarter edits, the rest searches.
const CALLS = 300;
const WORDS =
  'const harbour = await open ( lantern ) ; return orchard . map ( tree => tree . height ) // the keel "quay" \\n \n'.split(
    ' ',
  );

/** Sessions of some hundred calls each, until they make up so many bytes. */
export function* generateSessions(bytes) {
  let state = 20_260_301;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const text = (least, most) => {
    const length = Math.floor(least + random() * (most - least));
    let piece = '';
    while (piece.length < Math.min(length, 400)) piece += `${WORDS[Math.floor(random() * WORDS.length)]} `;
    // As in bench/generate.mjs: one sign beyond Latin 1 doubles what a text takes.
    piece += random() < 0.2 ? '→ café\n' : '\n';
    // Making all words up takes longer than what is measured.
    return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  };
  let written = 0;
  for (let number = 0; written < bytes; number++) {
    const cwd = `/home/dev/harbour-${number % 20}`;
    const at = Date.UTC(2026, 0, 1) + number * 3_600_000;
    const calls = Array.from({ length: CALLS }, (_, index) => {
      const call = { at: at + index * 4000, thought: text(200, 1500), exit: 0, ...makeCall(random(), cwd, text) };
      if (call.tool === 'bash' && random() < 0.08) call.exit = 1;
      written += call.thought.length + call.output.length + 600;
      return call;
    });
    yield { session: `s${String(number).padStart(8, '0')}`, cwd, at, calls };
  }
}

function makeCall(kind, cwd, text) {
  const filePath = `${cwd}/src/tide.ts`;
  if (kind < 0.35)
    return { tool: 'bash', input: { command: `npm test -- --grep ${text(5, 60)}` }, output: text(100, 3500) };
  if (kind < 0.65) return { tool: 'read', input: { filePath }, output: text(2000, 10_000) };
  if (kind < 0.88) {
    const input = { filePath, oldString: text(100, 700), newString: text(100, 900) };
    return { tool: 'edit', input, output: 'Edit applied successfully.' };
  }
  return { tool: 'grep', input: { pattern: 'harbour' }, output: text(100, 4500) };
}
