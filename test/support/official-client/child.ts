// Runs Smile ID's own npm client in its own process, since it reads a certificate authority only from the
// environment at start. Takes an OfficialOrder on stdin and prints the outcomes to stdout.

import { text } from 'node:stream/consumers'
import { Signature, Utilities, WebApi } from 'smile-identity-core'
import type { OfficialCall, OfficialOrder, OfficialOutcome } from './calls.ts'

const order: OfficialOrder = JSON.parse(await text(process.stdin))
const outcomes: OfficialOutcome[] = []
for (const call of order.calls) outcomes.push(await outcomeOf(call))
process.stdout.write(JSON.stringify(outcomes))

async function outcomeOf(call: OfficialCall): Promise<OfficialOutcome> {
  try {
    return { kind: 'value', value: await make(call) }
  } catch (error) {
    return describeError(error)
  }
}

function make(call: OfficialCall): unknown {
  const { partnerId, apiKey, server } = order
  const webApi = new WebApi(partnerId, null, apiKey, server)
  switch (call.kind) {
    case 'submit_job':
      return webApi.submit_job(call.partner_params, [...call.images], call.id_info, call.options)
    case 'get_job_status': {
      const { user_id, job_id, options } = call
      return call.through === 'WebApi'
        ? webApi.get_job_status({ user_id, job_id, job_type: 6 }, options)
        : new Utilities(partnerId, apiKey, server).get_job_status(user_id, job_id, options)
    }
    case 'confirm_signature':
      return new Signature(partnerId, apiKey).confirm_signature(call.timestamp, call.signature)
  }
}

/** The client throws axios errors, whose `response` has the server's answer. */
function describeError(error: unknown): OfficialOutcome {
  const message = error instanceof Error ? error.message : String(error)
  const response: unknown = Reflect.get(Object(error), 'response')
  if (typeof response !== 'object' || response === null) return { kind: 'error', message }
  const status = Number(Reflect.get(response, 'status'))
  return { kind: 'error', message, status, body: Reflect.get(response, 'data') }
}
