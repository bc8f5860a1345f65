import type { ListingRow } from "../../queries/listings.js";
import { lineOf, sideChain } from "../cells.js";
import type { ColumnsOf } from "../column.js";

export const listingsColumns: ColumnsOf<ListingRow> = {
  "#": "boundary",
  chain: sideChain,
  listing: "listing",
  name: "name",
  visible: "visible",
  whole: "initial",
  listed: (row) => lineOf(row.lastListed),
};
