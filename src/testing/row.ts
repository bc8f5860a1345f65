import { records } from "./recording.js";
import type { Row, Session } from "./session.js";
import { newUuid } from "./session.js";

interface Placing {
  /** Epoch milliseconds; default: a moment after the last row. */
  at?: number;
  /** Default: the last row of the chain. */
  parent?: string | null;
  /** False leaves the end of the chain where it was. */
  advance?: false;
  uuid?: string;
  /** True where the row tells which process wrote it. */
  process?: true;
}

/** Appends a row with an envelope; `head` stands before its uuid, `tail` after its timestamp. Returns the row. */
export function addRow(session: Session, head: Row, tail: Row = {}, placing: Placing = {}): Row {
  const { world, cliVersion } = session;
  if (placing.at === undefined) world.now += 40;
  const { parentUuid, logicalParentUuid, ...rest } = head;
  const row: Row = {
    parentUuid: parentUuid === undefined ? (placing.parent === undefined ? session.leaf : placing.parent) : parentUuid,
    ...(logicalParentUuid === undefined ? {} : { logicalParentUuid }),
    isSidechain: session.agentId !== null,
    ...(session.agentId === null ? {} : { agentId: session.agentId }),
    ...rest,
    uuid: placing.uuid ?? newUuid(world),
    timestamp: new Date(placing.at ?? world.now).toISOString(),
    ...tail,
    ...(placing.process && session.processIds && records(cliVersion, "envelope.session_id")
      ? { session_id: session.processId }
      : {}),
    userType: "external",
    ...(records(cliVersion, "envelope.entrypoint") ? { entrypoint: session.entrypoint } : {}),
    cwd: session.cwd,
    sessionId: session.sessionId,
    version: cliVersion,
    ...(records(cliVersion, "envelope.gitBranch") ? { gitBranch: session.gitBranch } : {}),
    ...(records(cliVersion, "envelope.slug") ? { slug: "quiet-walking-heron" } : {}),
  };
  if (session.forwardParent !== null) {
    session.forwardParent.parentUuid = row.uuid;
    session.forwardParent = null;
  }
  session.lines.push({ row });
  session.begun = true;
  if (placing.advance !== false) session.leaf = row.uuid as string;
  return row;
}

/** Appends a row that is not part of the conversation: no uuid, no parent. */
export function addBookkeeping(session: Session, row: Row): void {
  session.lines.push({ row });
}

/** Appends an attachment if this CLI version writes attachments; `texts` is what the model is sent for it. */
export function addAttachment(session: Session, attachment: Row, texts: string[], placing: Placing = {}): Row | null {
  if (!records(session.cliVersion, "attachment")) return null;
  for (const text of texts) session.unsentChars += text.length;
  return addRow(session, { attachment, type: "attachment" }, rendered(session, texts), { process: true, ...placing });
}

function rendered(session: Session, texts: string[]): Row {
  if (texts.length === 0 || !records(session.cliVersion, "attachment.rendered")) return {};
  return {
    rendered: texts.map((text) => ({ content: `<system-reminder>\n${text}\n</system-reminder>` })),
    ...(records(session.cliVersion, "attachment.renderedRole") ? { renderedRole: "system" } : {}),
  };
}

/** The rows that the client writes again and again beside the conversation. */
export function flushBookkeeping(session: Session): void {
  if (!session.ambient || session.agentId !== null) return;
  const { cliVersion, sessionId } = session;
  if (records(cliVersion, "last-prompt") && session.lastPrompt !== null) {
    addBookkeeping(session, {
      type: "last-prompt",
      lastPrompt: session.lastPrompt,
      ...(records(cliVersion, "last-prompt.leafUuid") ? { leafUuid: session.leaf } : {}),
      sessionId,
    });
  }
  if (records(cliVersion, "mode")) addBookkeeping(session, { type: "mode", mode: "normal", sessionId });
  if (records(cliVersion, "permission-mode")) {
    addBookkeeping(session, { type: "permission-mode", permissionMode: "default", sessionId });
  }
}
