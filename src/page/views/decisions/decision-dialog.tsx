import type { LessonDetail } from '../../../web/answers/lessons.ts';
import type { PageNotice } from '../../shell.ts';
import { EditDialog } from './edit-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

export type DialogName = 'edit' | 'reject' | 'promote' | 'merge' | 'resolve';

/** The properties of every such dialog. */
export interface DialogProps {
  /** The lesson to decide on. */
  lesson: LessonDetail;
  /** Whether a decision is being sent. */
  isBusy: boolean;
  /** The reason why the last decision was refused. */
  trouble: PageNotice | undefined;
  /** Sends a decision; if it is refused, the dialog stays open. */
  onDecide: (body: { action: string; [name: string]: unknown }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the details of a decision. */
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
