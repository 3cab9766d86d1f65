import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import type { ConsultedEntry, Signal } from './consult.ts';

/** A lesson for a task, as reported in JSON. */
interface DescribedEntry
  extends Pick<
    MemoryEntry,
    | 'id'
    | 'title'
    | 'guidance'
    | 'pattern'
    | 'confidence'
    | 'status'
    | 'kind'
    | 'phase'
    | 'dimension'
    | 'scope'
    | 'reach'
  > {
  /** The action that it expects of the reader. */
  signal: Signal;
  occurrences: number;
  sessions: number;
  /** The number of calls on record. */
  evidence: number;
  firstSeen: string;
  lastSeen: string;
  /** The line of its heading in the memory file. */
  line: number;
  /** Why it was included. */
  matched: { files: string[]; phase: boolean; dimension?: string };
  promoted?: string;
  conflict?: string;
  origin?: string;
  validated?: string;
}

/** Describes a lesson for a task. */
export function describeConsulted({ entry, signal, match }: ConsultedEntry): DescribedEntry {
  const {
    id,
    title,
    guidance,
    pattern,
    confidence,
    status,
    kind,
    phase,
    dimension,
    scope,
    reach,
    occurrences,
    sessions,
  } = entry;
  const { firstSeen, lastSeen, promoted, conflict, origin, validated, line, evidence } = entry;
  return {
    ...{
      id,
      title,
      signal,
      guidance,
      pattern,
      confidence,
      status,
      kind,
      phase,
      dimension,
      scope,
      reach,
      occurrences,
      sessions,
    },
    evidence: evidence.length,
    ...{ firstSeen, lastSeen, line },
    matched: { files: match.files, phase: match.byPhase, dimension: match.byDimension },
    promoted: promoted || undefined,
    conflict: conflict || undefined,
    origin: origin || undefined,
    validated: validated || undefined,
  };
}
