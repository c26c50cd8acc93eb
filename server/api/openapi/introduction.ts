// The introduction of the OpenAPI document, and its tags.

import type { Tag } from '../../kernel/route-description.ts'

export const introduction = `Verifies identity documents and, on request, adds a credit score.

**Keys.** Send \`Authorization: Bearer <API key>\`. Its prefix fixes the environment: \`svc_sandbox_\` or \`svc_live_\`. To go live, change only the key.

**Answers.** A success is \`{"data": ...}\`. A refusal is \`{"error": {"code", "message", "request_id"}}\` with a code of a closed list; \`details\` lists all faults of the request, and \`doc\` says where the guide explains the code. A method that a path does not support gets \`405 method_not_allowed\` with the header \`Allow\`; an unknown path gets \`404 not_found\`. Unknown query parameters are refused; unknown fields of a body are ignored, and null counts as absent. Ignore fields you do not know: some may be added.

**Lists** are newest first. Send \`next_cursor\` as \`cursor\` to get the next page; null ends the list.

**Repeating.** Send an \`Idempotency-Key\` with every POST: the same request with the same key is processed once and gets the same answer for 24 hours, refusals included, also with the successor of a rotated API key. For a new request (corrected, or after \`verification_pending\`), send another key or none.

**Limits.** Every response says how many requests are left (\`X-RateLimit-Remaining\`). \`429\` and \`503\` say in \`Retry-After\` how long to wait.

**Ids** are opaque after their prefix. **Instants** are ISO 8601, UTC, with milliseconds and \`Z\`.

Every path is also served under \`/api/v1\`, and every GET also as HEAD.`

const descriptions: Readonly<Record<Tag, string>> = {
  Verifications: 'Submit identity documents and read the outcomes.',
  Scores: 'Credit scores of verified persons.',
  Webhooks: 'Receive events instead of polling.',
  Usage: 'Metered usage.',
  'API keys': 'Create, list, rotate and revoke keys.',
  Interface: 'This document.',
}

export const tagsOfDocument = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}))
