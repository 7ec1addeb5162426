/* The places of what the index says of a game. */
export const ID = 0;
export const NAME = 1;
export const VARIANT = 2;
export const RESULT = 3;
export const OPENINGS = 4; // names by power
export const WHERE = 5; // see common/game_addresses
export const FIRST = 6; // phase in which units moved
export const LAST = 7;
