/**
 * The variable by which `hardwon run` tells what it starts in a scratch checkout which repository the attempt is made for: hooks answer from the
 * lessons of that one.
 */
export const ATTEMPT_OF = 'HARDWON_ATTEMPT_OF';
