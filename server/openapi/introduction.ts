// What the interface document says before the first endpoint.

import type { Tag } from '../kernel/endpoint-description.ts'

export const introduction = `Verifies identity documents and, where asked for, adds a credit score.

**Keys.** Send \`Authorization: Bearer <API key>\`. Its prefix fixes the environment: \`svc_sandbox_\` or \`svc_live_\`. Going live changes the key and nothing else.

**Answers.** A success is \`{"data": ...}\`. A refusal is \`{"error": {"code", "message", "request_id"}}\` with a code of a closed list; all faults of a request are told at once in \`details\`, and \`doc\` says where the guide explains the code. A method that a path does not answer is \`405 method_not_allowed\` with the header \`Allow\`; a path that there is not, \`404 not_found\`. A query parameter that a path does not have is refused; fields of a body that are not known are ignored, and null is as good as absent. Ignore fields you do not know: some may be added.

**Lists** are newest first. Send \`next_cursor\` as \`cursor\` to get the next page; null ends the list.

**Repeating.** Send an \`Idempotency-Key\` with every POST: the same request under the same key is done once and answered alike for 24 hours, refusals included. When you ask anew (a corrected request, or \`verification_pending\` before), send another key or none.

**Limits.** Every response says how many requests are left (\`X-RateLimit-Remaining\`). \`429\` and \`503\` say in \`Retry-After\` how long to wait.

**Ids** are opaque behind their prefix. **Instants** are ISO 8601, UTC, with milliseconds and \`Z\`.

Every path also answers under \`/api/v1\`, and HEAD wherever GET does.`

const descriptions: Readonly<Record<Tag, string>> = {
  Verifications: 'Submit identity documents and read what came of it.',
  Scores: 'Credit scores of verified persons.',
  Webhooks: 'Be told instead of asking.',
  Usage: 'What was metered.',
  'API keys': 'Create, list, rotate and revoke keys.',
  Interface: 'This document.',
}

export const tagsOfDocument = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}))
