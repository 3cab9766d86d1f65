/**
 * Renders a new configuration file: the settings of the learning loop with their defaults. Prose follows `# `, a setting that is
 * not in effect follows `#` alone, so that it is enabled by removing the sign.
 */
export function renderTemplate(whose: 'user' | 'project'): string {
  const trusted =
    whose === 'project'
      ? '\n# These four say where data is sent and which programs are run: in this file they count only for people who trust\n# the project (trust, in their own configuration).'
      : '';
  return `# Configuration of hardwon; all of it is optional. hardwon.config.json works, too, but in a folder only one of them.
# Take the # away in front of a setting to use it. All keys: docs/configuration.md. max_retries is maxRetries.

learning:
  # Attempts of hardwon run after the first.
  maxRetries: 3
  # false: stop after each failure for review; hardwon run --resume goes on.
  autoRetry: true
  # Where rules go that helped: project (its CLAUDE.md, AGENTS.md and others), or user (~/.claude/CLAUDE.md and others,
  # which your agents read in every project; you are asked before they are written).
  file: project

# How the tests are run; detected where nothing is said.
#tests:
#  framework: pytest
#  command: pytest tests/ -v --tb=short
#  timeout: 600

# How Claude Code is run.
#claude:
#  maxTurns: 15
#  outputFormat: stream-json

# Where failures come from.
#failureSources:
#  - { name: tests, type: automated, enabled: true }
#  - { name: manual, type: user_reported, enabled: true }
#  - { name: semantic, type: llm_analysis, enabled: true }

# What a teacher is asked, by the type of the failure: a text of your own.
#failurePrompts:
#  test_failure: Name the root cause first. Then give one rule that would have prevented it.
${trusted}
# The team with which hardwon sync shares lessons. The password stays in PGPASSWORD or ~/.pgpass.
#team:
#  url: postgres://ada@db.example.com/team
#  people: 2

# Who makes rules of failures: builtin (nothing leaves the machine), anthropic, openai, agent, webhook.
#teacher:
#  mode: builtin
#  model: claude-sonnet-5-5
#  maxTokens: 1024
#  baseUrl: https://api.anthropic.com
#  keyEnv: ANTHROPIC_API_KEY
#  agent: claude
#  timeout: 60
#  fallback: error
${
  whose === 'user'
    ? '#  # Who explains to hardwon learn what recurs; asks before anything is sent.\n#  learn: claude\n#  mostTokensAMonth: 1000000\n'
    : ''
}
# The webhook of the mode webhook. The token stays in the environment.
#n8n:
#  webhookUrl: https://n8n.example.com/webhook/prompt-learning-teacher
#  timeout: 60
#  tokenEnv: N8N_WEBHOOK_TOKEN
#  retries: 2

# How attempts are made: by claude, codex, gemini, opencode, or by a command of yours. What git ignores and tests need is
# copied: these folders, or what you name in their place, also files such as .env.
#loop:
#  agent: claude
#  command: [my-agent, --prompt, '{task}']
#  timeout: 1800
#  setup: npm ci
#  copy: [node_modules, .venv, venv, vendor]
#  link: []
${whose === 'user' ? '#  skipPermissions: false\n' : ''}`;
}
