// Loaded into a process before its own code: writes the most memory that it used, in megabytes, to the file that is named.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.HARDWON_BENCH_MEMORY;
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS / 1024));
});
