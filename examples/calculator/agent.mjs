// A coding agent without a model, for the example: it makes the mistake that many make, and heeds what it is told.
//
// "No result" is 0 to it, unless a note in its task says what the tests expect.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [task = ''] = process.argv.slice(2);
const notes = task.split('Notes from earlier attempts')[1] ?? '';
const isPython = existsSync('calculator.py');
const file = isPython ? 'calculator.py' : 'calculator.ts';
const nothing = isPython ? 'None' : 'null';
const answer = notes.includes(nothing) ? nothing : '0';
console.log(`editing ${file}: no result is ${answer}`);
const text = readFileSync(file, 'utf8');
writeFileSync(file, isPython ? editPython(text) : editTypeScript(text));

function editPython(code) {
  return code
    .replace('    return a / b\n', `    return a / b if b else ${answer}\n`)
    .replace(
      '    return sum(numbers) / len(numbers)\n',
      `    return sum(numbers) / len(numbers) if numbers else ${answer}\n`,
    );
}

function editTypeScript(code) {
  return code
    .replace("if (b === 0) throw new RangeError('division by zero');", `if (b === 0) return ${answer};`)
    .replace('  return numbers.reduce', `  if (numbers.length === 0) return ${answer};\n  return numbers.reduce`);
}
