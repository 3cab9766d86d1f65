/** Why a proposal is not captured, by a name that programs can go by. */
export type RefusalCode =
  | 'no-guidance'
  | 'too-long'
  | 'vague'
  | 'no-instruction'
  | 'too-broad'
  | 'outside'
  | 'secret'
  | 'dangerous'
  | 'framework'
  | 'transient'
  | 'one-task'
  | 'known-rule'
  | 'too-sure'
  | 'rejected';

/** Why a proposal is not captured. */
export interface CaptureRefusal {
  code: RefusalCode;
  /** One sentence for people. */
  message: string;
  /** What would help. */
  hint?: string;
  /** `--force` does not override it. */
  isHard: boolean;
}
