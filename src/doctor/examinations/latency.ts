import { existsSync } from 'node:fs';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Examination, ExaminationFinding } from '../examination.ts';
import { openProbe } from '../probe.ts';

/** Runs of each, alternating, so that a busy moment slows both. */
const RUNS = 5;

/** A hook should not take more than this many times a bare start of Node, even on a busy machine. */
const MOST = 2.5;

/** A start of Node that takes longer than this is noticeable at each call. */
const SLOW_NODE_MS = 250;

/** Examines the time that a hook takes at each tool call, compared with a bare start of Node. */
export const latency: Examination = {
  name: 'latency',
  title: 'Latency',
  isAlone: true,
  async examine(patient) {
    const { node, hook } = patient.program;
    if (!existsSync(hook)) return [];
    const probe = await openProbe(patient);
    try {
      // The first start stores V8's compiled code for the others.
      await probe.start([node, hook, 'session-start', DEFAULTS.agent]);
      const bare: number[] = [];
      const hooked: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        bare.push((await probe.pass([node, '-e', '0'])).ms);
        hooked.push((await probe.pass([node, hook, 'pre-tool-use', DEFAULTS.agent])).ms);
      }
      return [judgeLatency(median(bare), median(hooked))];
    } finally {
      await probe.close();
    }
  },
};

/** Interprets two medians. */
export function judgeLatency(bareMs: number, hookMs: number): ExaminationFinding {
  const ratio = hookMs / bareMs;
  const says = `A hook takes ${Math.round(hookMs)} ms, a bare start of Node ${Math.round(bareMs)} ms: ${ratio.toFixed(1)} times.`;
  if (bareMs > SLOW_NODE_MS)
    return {
      state: 'note',
      says: `${says} Node itself starts slowly here, or the machine is busy.`,
      fix: 'If it stays slow: NODE_OPTIONS, a virus scanner or the wrapper of a version manager may slow down every start.',
    };
  if (ratio <= MOST) return { state: 'ok', says };
  return {
    state: 'note',
    says: `${says} That is too slow.`,
    fix: 'Run it again on an idle machine; then see docs/performance.md#hooks.',
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
