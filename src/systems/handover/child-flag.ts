/** Set in the environment of a summariser: a hook that runs inside of one ends at once. */
export const childFlag = "TIDEMARK_HANDOVER";

export const isInChild = (): boolean => Boolean(process.env[childFlag]);
