import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesOf, essence, inChunks, readAll } from "./read-all.js";

function* inReusedBuffer(bytes: Uint8Array, size: number): Generator<Buffer> {
  const buffer = Buffer.alloc(size);
  for (const chunk of inChunks(bytes, [size])) {
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.length);
    buffer.fill(0x7e);
  }
}

it("reads Node buffers whose memory is used again for the next chunk, from the start and from a cursor", async () => {
  const entry = { type: "mode", uuid: "a", text: "żółć 🙂".repeat(20) };
  const documents = [
    `${JSON.stringify(entry)}\n`.repeat(30),
    JSON.stringify(Array(30).fill(entry)),
    JSON.stringify(Array(30).fill(entry), null, 2),
  ].map(bytesOf);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...documents), fc.integer({ min: 1, max: 5000 }), async (bytes, size) => {
      const whole = await readAll(bytes);
      expect(whole.entries).toHaveLength(30);
      expect(essence(await readAll(inReusedBuffer(bytes, size)))).toEqual(essence(whole));
      const { cursor } = await readAll(bytes.subarray(0, size));
      const rest = await readAll(bytes, { cursor });
      expect(essence(await readAll(inReusedBuffer(bytes, size), { cursor }))).toEqual(essence(rest));
      const reopened = {
        open: async function* (from: number) {
          yield* inReusedBuffer(bytes.subarray(from), size);
        },
      };
      expect(essence(await readAll(reopened, { cursor }))).toEqual(essence(rest));
    }),
  );
});
