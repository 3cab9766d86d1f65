import type { LessonDetail } from '../../../web/answers/lessons.ts';
import type { PageNotice } from '../../shell.ts';
import { EditDialog } from './edit-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

export type DialogName = 'edit' | 'reject' | 'promote' | 'merge' | 'resolve';

/** What every such dialog knows. */
export interface DialogProps {
  /** The lesson that is decided on. */
  lesson: LessonDetail;
  /** Whether a decision is on its way. */
  isBusy: boolean;
  /** Why the last one was refused. */
  trouble: PageNotice | undefined;
  /** Sends a decision; where it is refused, the dialog stays. */
  onDecide: (body: { action: string; [name: string]: unknown }) => Promise<void>;
  onClose: () => void;
}

/** Asks what a decision needs besides. */
export function DecisionDialog({ name, ...props }: DialogProps & { name: DialogName }) {
  switch (name) {
    case 'edit':
      return <EditDialog {...props} />;
    case 'reject':
      return <RejectDialog {...props} />;
    case 'promote':
      return <PromoteDialog {...props} />;
    case 'merge':
      return <MergeDialog {...props} />;
    case 'resolve':
      return <ResolveDialog {...props} />;
  }
}
