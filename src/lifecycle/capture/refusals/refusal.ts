/** Why a proposal is not captured, as a code for programs. */
type RefusalCode =
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

/** The reason why a proposal is not captured. */
export interface CaptureRefusal {
  code: RefusalCode;
  /** One sentence for people. */
  message: string;
  /** Advice on what would help. */
  hint?: string;
  /** Whether `--force` does not override it. */
  isHard: boolean;
}
