// Loaded into a process before its own code: writes the most memory that it used, in megabytes, and its processor time, in milliseconds,
// as JSON to the file that is named.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.HARDWON_BENCH_USAGE;
  const { maxRSS, userCPUTime } = process.resourceUsage();
  if (file !== undefined) writeFileSync(file, JSON.stringify({ memory: maxRSS / 1024, cpu: userCPUTime / 1000 }));
});
