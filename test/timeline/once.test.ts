import { expect, test, vi } from "vitest";
import { once } from "../../src/timeline/once.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import type { Timeline } from "../../src/timeline/timeline.js";

const counting = () => {
  const find = vi.fn((timeline: Timeline) => [...timeline.events]);
  return { find, found: (timeline: Timeline) => once(timeline, find) };
};

test("a function works once for each timeline, and each function by itself", async () => {
  const [one, other] = [await readTimeline(""), await readTimeline("")];
  const [a, b] = [counting(), counting()];
  expect(a.found(one)).toBe(a.found(one));
  expect(b.found(one)).not.toBe(a.found(one));
  expect(a.found(other)).not.toBe(a.found(one));
  expect([a.find.mock.calls.length, b.find.mock.calls.length]).toEqual([2, 1]);
});

test("what was found is no part of the timeline that a copy of it has", async () => {
  const timeline = await readTimeline("");
  const { find, found } = counting();
  const before = JSON.stringify(timeline);
  found(timeline);
  expect(JSON.stringify(timeline)).toBe(before);
  found({ ...timeline });
  found(structuredClone(timeline));
  found(Object.create(timeline));
  found(Object.create(null, Object.getOwnPropertyDescriptors(timeline)));
  expect(find).toHaveBeenCalledTimes(5);
});

test("a proxy that shows other events finds its own", async () => {
  const timeline = await readTimeline('{"type":"user","message":{"role":"user","content":"hi"}}');
  const shows = new Proxy(timeline, { get: (of, name) => (name === "events" ? [] : Reflect.get(of, name)) });
  const { found } = counting();
  expect([found(shows).length, found(timeline).length, found(shows).length]).toEqual([0, 1, 0]);
});

test("a proxy that shows proxies of all that it holds, as reactive frameworks make them, is answered", async () => {
  const timeline = await readTimeline('{"type":"user","message":{"role":"user","content":"hi"}}');
  const { found } = counting();
  found(timeline);
  const deep = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value = Reflect.get(of, name);
        if (typeof value === "function") return value.bind(of);
        return typeof value === "object" && value !== null ? deep(value) : value;
      },
    });
  expect(found(deep(timeline))).toHaveLength(1);
});

test("a frozen timeline is answered once, too", async () => {
  const timeline = Object.freeze(await readTimeline(""));
  const { find, found } = counting();
  expect(found(timeline)).toBe(found(timeline));
  expect(find).toHaveBeenCalledTimes(1);
});

test("a function that throws is asked again", async () => {
  const timeline = await readTimeline("");
  const find = vi.fn(() => {
    throw new Error("no");
  });
  const found = () => once(timeline, find);
  expect(found).toThrow("no");
  expect(found).toThrow("no");
  expect(find).toHaveBeenCalledTimes(2);
});
