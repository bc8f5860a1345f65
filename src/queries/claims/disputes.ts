/** Claims that contradict each other, side against side; each stands with its own verdict. */
export const disputes: readonly (readonly [readonly string[], readonly string[]])[] = [
  // Nested instruction files and rules with a scope: lost, loaded with the files, or read again as files.
  [
    [
      "july.scoped-rules-gone",
      "docs-august.scoped-rules-lost",
      "docs-october.scoped-rules-on-demand",
      "skills.nested-summarised-away",
    ],
    ["docs-september.rules-with-files", "lab.nested-as-files"],
  ],
  [
    ["docs-august.nested-lost", "docs-october.nested-on-demand", "skills.nested-summarised-away"],
    ["docs-september.nested-with-files", "lab.nested-as-files"],
  ],
  // Instructions: from disk or held, sent at three moments or always.
  [["docs.auto-as-manual", "docs.root-from-disk", "handover.rules-word-for-word"], ["newest.held-after-auto"]],
  [["docs.instructions-once"], ["docs.instructions-with-every-request"]],
  [["lab.nothing-retires-the-old-text"], ["newest.delta-corrects-held-copy"]],
  // Files: by modification or by use; and whether tool output comes back at all.
  [
    ["docs.files-most-recently-modified"],
    ["handover.files-most-recently-used", "docs-august.files-most-recently-read"],
  ],
  [
    ["july.tool-output-gone", "handover.tool-output-summarised"],
    ["docs.five-files", "newest.five-files"],
  ],
  // Skills and their listing, in another process.
  [["docs.skills-reattached", "lifecycle.skills-reattached"], ["lab.skill-lost-in-other-process"]],
  [
    ["docs.listing-not-reinjected", "issue-82017.listing-lost", "changelog.no-listing-on-resume"],
    ["lab.listing-with-new-process"],
  ],
  [["docs.note-when-loaded"], ["issue-73280.body-always-twice"]],
  // Hooks: whether their output is context, and how much of it.
  [
    [
      "july.compact-hook-injects",
      "docs.compact-hook-runs",
      "handover.compact-hook-injects",
      "lab.compact-hook-in-cluster",
    ],
    ["docs-august.hooks-not-context"],
  ],
  [
    ["docs.hook-output-10000", "skills.hook-output-10000"],
    ["docs-august.hook-output-whole", "changelog.hook-output-50000"],
  ],
  [["skills.precompact-gets-summary"], ["docs.precompact-input"]],
  [["skills.postcompact-gets-tokens"], ["docs.postcompact-input"]],
  [["docs-august.precompact-empty-text"], ["docs-september.precompact-null"]],
  [["sdk.hooks-name-subagent"], ["issue-91910.hooks-of-subagent-unnamed"]],
  [["lab.compaction-has-status-frame"], ["report.auto-without-status-frame"]],
  [["handover.same-session-id"], ["issue-29094.new-session-id"]],
  [["docs-august.no-hook-before-model-switch"], ["sdk.hook-before-model-switch"]],
  [["docs.fork-starts-as-fork"], ["docs-august.fork-started-as-resume"]],
  // What /fork is: another meaning from each of three versions on.
  [["changelog.fork-becomes-branch"], ["changelog.fork-is-subagent", "changelog.fork-is-copy"]],
  [["changelog.fork-is-subagent"], ["changelog.fork-is-copy"]],
  // What the file holds behind a boundary, what the SDK gives of it, and how long it is kept.
  [["handover.read-from-last-marker"], ["issue-92089.rows-appended-again"]],
  [["sdk.session-messages-have-boundaries"], ["report.session-messages-strip-boundaries"]],
  [["handover.transcripts-expire"], ["docs-august.expiry-goes-by-file", "sdk.desktop-transcripts-stay"]],
  [["docs-august.checkpoints-expire"], ["docs-august.checkpoints-hundred"]],
];

/** By claim, the ids of those on the other side of each dispute that it is part of. */
export function contradictions(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [one, other] of disputes)
    for (const [side, others] of [
      [one, other],
      [other, one],
    ] as const)
      for (const id of side) found.set(id, [...new Set([...(found.get(id) ?? []), ...others])]);
  return found;
}
