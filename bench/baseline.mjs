// What everything is measured against: each log split into lines, and each line parsed. Prints how long that took, as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const logs = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
const start = performance.now();
let bytes = 0;
let records = 0;
for (const log of logs) {
  const text = readFileSync(join(folder, log), 'utf8');
  bytes += text.length;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      JSON.parse(line);
      records++;
    } catch {
      // A few lines of real logs are broken.
    }
  }
}
console.log(JSON.stringify({ ms: performance.now() - start, files: logs.length, bytes, records }));
