// What everything is measured against: each log split into lines, and each line parsed; each row of a database parsed; each other JSON file
// parsed. Prints how long that took, as JSON.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = process.argv[2];
const logs = readdirSync(folder, { recursive: true }).filter((name) => /\.(?:jsonl|json|traj|db)$/.test(name));
// Loaded before, as the tool has it loaded anyway.
const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
const start = performance.now();
const usage = process.cpuUsage();
let bytes = 0;
let records = 0;
for (const log of logs) {
  const path = join(folder, log);
  if (log.endsWith('.db')) parseRows(path);
  else {
    const text = readFileSync(path, 'utf8');
    bytes += text.length;
    for (const line of log.endsWith('.jsonl') ? text.split('\n') : [text]) parse(line);
  }
}
console.log(
  JSON.stringify({
    ms: performance.now() - start,
    cpu: process.cpuUsage(usage).user / 1000,
    files: logs.length,
    bytes,
    records,
  }),
);

function parseRows(path) {
  bytes += statSync(path).size;
  const database = new DatabaseSync(path, { readOnly: true });
  for (const table of ['message', 'part']) {
    const ids = database.prepare(`select id from ${table}`).all();
    const row = database.prepare(`select data from ${table} where id = ?`);
    for (const { id } of ids) parse(row.get(id).data);
  }
}

function parse(text) {
  if (text === '') return;
  try {
    JSON.parse(text);
    records++;
  } catch {
    // A few lines of real logs are broken.
  }
}
