import type { Cuts } from "../entry-batch.js";
import type { Piece } from "../lines.js";

/** A piece whose bytes are seldom asked for: a view of them costs more than all the rest. */
export class PieceInMemory implements Piece {
  readonly firstOnLine = true;
  text: string | undefined = undefined;
  cuts: Cuts | undefined = undefined;

  constructor(
    private readonly memory: Uint8Array,
    private readonly from: number,
    readonly length: number,
    readonly line: number,
    readonly offset: number,
    readonly terminated: boolean,
    readonly oversize: boolean,
    readonly last: boolean,
  ) {}

  get bytes(): Uint8Array {
    return this.memory.subarray(this.from, this.from + this.length);
  }
}
