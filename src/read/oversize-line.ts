import type { LineFault } from "./classify-line.js";
import type { LineClass, RawEntry } from "./entry-batch.js";

export interface SalvagedLine {
  lineClass: LineClass;
  entries: RawEntry[];
  faults: LineFault[];
  bytes: number;
}

export interface Salvage {
  write(bytes: Uint8Array): void;
  finish(terminated: boolean): SalvagedLine;
}

export async function loadSalvage(): Promise<Salvage> {
  throw new Error("TODO");
}
