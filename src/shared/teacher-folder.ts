/** How the names of the temporary folders begin in which agents answer as teachers. */
export const TEACHER_FOLDER = 'hardwon-teacher-';

/** Whether a session was held in such a folder: nothing is learned from what a teacher was asked. */
export function isTeacherFolder(path: string): boolean {
  return /[\\/]hardwon-teacher-[A-Za-z0-9]{6}$/.test(path);
}
