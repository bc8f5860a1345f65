export interface AgentSdk {
  getSessionMessages(sessionId: string): Promise<{ type: string; message: { id?: string; model?: string } }[]>;
}

/** Lists the ids of a session's model messages with the agent SDK, as JSON: `node agent-sdk.mjs SDK SESSION`. */
const [sdk = "", sessionId = ""] = process.argv.slice(2);
const { getSessionMessages } = (await import(sdk)) as AgentSdk;
const messages = await getSessionMessages(sessionId);
const replies = messages.filter(({ type, message }) => type === "assistant" && message.model !== "<synthetic>");
console.log(JSON.stringify([...new Set(replies.map(({ message }) => message.id))]));
