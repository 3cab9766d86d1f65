// A conversation with Claude Code, and the log that it would have written: the same bytes every time.
import { createHash } from 'node:crypto';
import { answer, inputOf } from './answers.mjs';
import { REPOSITORY } from './outputs.mjs';
import { ROOT } from './project.mjs';

const VERSION = '2.1.62';
const MODEL = 'claude-opus-4-6';
const CONTINUED =
  'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.';

export class Conversation {
  records = [];
  subagents = [];
  cwd = ROOT;
  parent = null;
  known = new Set();
  count = 0;

  /** `hooks` are asked before each call and told how it ended, as the client would. */
  constructor({ start, id, branch = 'main', agentId, version = VERSION, hooks }) {
    this.version = version;
    this.hooks = hooks;
    this.clock = Date.parse(start);
    this.id = id ?? uuid('session', start);
    this.branch = branch;
    this.agentId = agentId;
  }

  add(steps) {
    for (const [at, step] of steps.entries()) {
      if (step.ask) this.addPrompt(step, at === 0);
      else if (step.compact) this.addCompaction(step.compact);
      else if (step.say) this.addText(step.say, steps[at + 1]);
      else this.addTurn(step.calls ?? [step]);
    }
  }

  addPrompt({ ask, wait }, isFirst) {
    if (!isFirst) this.clock += wait * 1000;
    if (isFirst && !this.agentId) this.addHookProgress('SessionStart', 'SessionStart:startup', uuid('start', this.id));
    if (isFirst) this.hooks?.start(this);
    if (!this.agentId) {
      const messageId = uuid(this.id, this.agentId, this.count + 1); // of the prompt that follows
      const snapshot = { messageId, trackedFileBackups: {}, timestamp: this.time() };
      this.records.push({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false });
    }
    this.addRecord(
      { type: 'user', message: { role: 'user', content: ask } },
      this.agentId ? {} : { todos: [], permissionMode: 'default' },
    );
    this.asked = this.clock;
  }

  /** Text before a call is in the same message as the call; other text ends the turn. */
  addText(text, next) {
    this.clock += this.some(2000, 6000);
    const isLast = !next?.name && !next?.calls;
    this.message = token('msg', this.id, this.agentId, this.count);
    this.addAssistant({ type: 'text', text }, isLast ? 'end_turn' : null);
    if (!isLast) return;
    this.message = undefined;
    if (!this.agentId)
      this.addRecord(
        { type: 'system', subtype: 'turn_duration', durationMs: this.clock - this.asked },
        { isMeta: false },
      );
  }

  /** All calls of a turn are sent, then their results come. */
  addTurn(calls) {
    this.message ??= token('msg', this.id, this.agentId, this.count);
    const sent = calls.map((call) => {
      this.clock += this.some(2000, 7000);
      const id = token('toolu', this.id, this.agentId, this.count);
      const block = { type: 'tool_use', id, name: call.name, input: inputOf(call), caller: { type: 'direct' } };
      return { call, id, source: this.addAssistant(block, 'tool_use') };
    });
    this.message = undefined;
    for (const { call: told, id, source } of sent) {
      const call = this.hooks ? this.askHooks(told, id) : told;
      if (call.blocked) this.addHookProgress('PreToolUse', `PreToolUse:${call.name}`, id);
      this.clock += (call.takes ?? 0) * 1000 + this.some(30, 400);
      const result = this.run(call);
      const failed = result.error !== undefined;
      if (!call.blocked) this.hooks?.after(this, { id, name: call.name, input: inputOf(call) }, result);
      if (failed !== Boolean(call.fails ?? call.exit ?? call.rejected ?? call.blocked ?? call.cancelled))
        throw new Error(`${call.name} ${call.path ?? call.command}: ${result.error ?? 'did not fail'}`);
      const block = failed
        ? { type: 'tool_result', content: result.error, is_error: true, tool_use_id: id }
        : {
            tool_use_id: id,
            type: 'tool_result',
            content: result.content,
            ...(call.name === 'Bash' && { is_error: false }),
          };
      const note = this.agentId ? {} : { toolUseResult: result.note ?? `Error: ${result.error}` };
      this.parent = source;
      this.addRecord(
        { type: 'user', message: { role: 'user', content: [block] } },
        { ...note, sourceToolAssistantUUID: source },
      );
      if (call.rejected && !call.rejected.words) this.addInterruption();
      const number = /^gh pr create/.test(call.command ?? '') && /\d+$/.exec(call.prints)?.[0];
      if (number)
        this.records.push({
          type: 'pr-link',
          sessionId: this.id,
          prNumber: Number(number),
          prUrl: call.prints,
          prRepository: REPOSITORY,
          timestamp: this.time(),
        });
    }
  }

  /** Has the hooks stop a call, or not, and makes sure that this is what the story tells. */
  askHooks(call, id) {
    const denial = this.hooks.before(this, { id, name: call.name, input: inputOf(call) });
    if (denial === undefined && !call.stopped) return call;
    if (denial !== undefined && call.stopped)
      return { ...call, blocked: `PreToolUse:${call.name} hook error: ${denial}` };
    throw new Error(`${call.name} ${call.path ?? call.command}: ${denial ?? 'was not stopped'}`);
  }

  addInterruption() {
    const content = [{ type: 'text', text: '[Request interrupted by user for tool use]' }];
    this.addRecord({ type: 'user', message: { role: 'user', content } });
  }

  addCompaction(summary) {
    this.clock += 41_000;
    const logicalParentUuid = this.parent;
    this.parent = null;
    const boundary = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', isMeta: false };
    this.addRecord(
      boundary,
      { level: 'info', compactMetadata: { trigger: 'auto', preTokens: 155_312 } },
      { logicalParentUuid },
    );
    const message = { role: 'user', content: `${CONTINUED}\n\nSummary:\n${summary}` };
    this.addRecord({ type: 'user', message }, { isVisibleInTranscriptOnly: true, isCompactSummary: true });
  }

  addHookProgress(hookEvent, hookName, toolUseID) {
    const data = { type: 'hook_progress', hookEvent, hookName, command: `.claude/hooks/${hookEvent.toLowerCase()}.sh` };
    this.addRecord({ type: 'progress', data, parentToolUseID: toolUseID, toolUseID });
  }

  addAssistant(block, stop) {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 812,
      cache_read_input_tokens: 33_625,
      output_tokens: 109,
    };
    const rest = {
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: stop,
      stop_sequence: null,
      usage,
    };
    const message = { model: MODEL, id: this.message, ...rest };
    return this.addRecord({ message, requestId: this.message.replace('msg', 'req'), type: 'assistant' });
  }

  /** Fields that every linked record has, in the client's order. */
  addRecord(fields, tail = {}, head = {}) {
    this.clock += this.some(5, 40);
    const place = { cwd: this.cwd, sessionId: this.id, version: this.version, gitBranch: this.branch };
    const agent = this.agentId ? { agentId: this.agentId } : {};
    const start = {
      parentUuid: this.parent,
      ...head,
      isSidechain: Boolean(this.agentId),
      userType: 'external',
      ...place,
      ...agent,
    };
    this.parent = this.uuid();
    this.records.push({ ...start, ...fields, uuid: this.parent, timestamp: this.time(), ...tail });
    return this.parent;
  }

  run(call) {
    return call.name === 'Task' ? this.runTask(call) : answer(call, this);
  }

  runTask({ prompt, steps, answer }) {
    const agentId = `a${uuid('agent', this.id, this.count).replaceAll('-', '').slice(0, 16)}`;
    const agent = new Conversation({ start: this.time(), id: this.id, branch: this.branch, agentId });
    agent.add([{ ask: prompt }, ...steps, { say: answer }]);
    this.subagents.push(agent);
    const [totalDurationMs, totalToolUseCount] = [agent.clock - this.clock, steps.length];
    this.clock = agent.clock + 50;
    const content = [{ type: 'text', text: answer }];
    const resume = { type: 'text', text: `agentId: ${agentId} (for resuming to continue this agent's work if needed)` };
    const note = {
      status: 'completed',
      prompt,
      agentId,
      content,
      totalDurationMs,
      totalTokens: 21_408,
      totalToolUseCount,
    };
    return { content: [...content, resume], note };
  }

  time() {
    return new Date(this.clock).toISOString();
  }

  uuid() {
    this.count += 1;
    return uuid(this.id, this.agentId, this.count);
  }

  /** A number that is the same on every run. */
  some(least, most) {
    return least + (digest(this.id, this.agentId, this.records.length, least).readUInt32BE() % (most - least));
  }
}

/** One record a line. The escape is read as the letter it stands for, and keeps scanners from taking the made-up key for a real one. */
export function serialize(records, isTruncated) {
  const text = records.map((record) => `${JSON.stringify(record).replaceAll('AKIA', '\\u0041KIA')}\n`).join('');
  return isTruncated ? text.slice(0, -150) : text;
}

function uuid(...words) {
  const hex = digest(...words).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Ids as the service gives them: `toolu_01` and 22 letters and digits. */
function token(kind, ...words) {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789';
  const bytes = [...digest(kind, ...words)].slice(0, 22);
  return `${kind}_01${bytes.map((byte) => letters[byte % letters.length]).join('')}`;
}

function digest(...words) {
  return createHash('sha256').update(words.join(' ')).digest();
}
