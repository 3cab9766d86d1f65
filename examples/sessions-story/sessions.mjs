// Three weeks of work on `harbour`, told call by call; scripts/make-examples.mjs writes them as Claude Code would have.
import { weekOne } from './week-one.mjs';
import { weekThree } from './week-three.mjs';
import { weekTwo } from './week-two.mjs';

export const sessions = [...weekOne, ...weekTwo, ...weekThree];
