/**
 * The variable with which `hardwon run` tells programs in a scratch checkout which repository the attempt is made for: hooks
 * answer from the lessons of that repository.
 */
export const ATTEMPT_OF = 'HARDWON_ATTEMPT_OF';
