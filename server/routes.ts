// Table 1: every endpoint of the API, by feature.

import type { Appliance } from './appliance.ts'
import { approvalEffects } from './approval-effects.ts'
import { approvalEndpoints } from './approvals/approval-routes.ts'
import { createReadRecorder } from './audit/record-reads.ts'
import { operatorEndpoints } from './console-api/operator-routes.ts'
import { workEndpoints } from './console-api/work-routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { keyEndpoints } from './keys/key-routes.ts'
import { openapiEndpoint } from './openapi/openapi-routes.ts'
import { enterQueue } from './reviews/enter-queue.ts'
import { scoreEndpoints } from './scoring/score-routes.ts'
import { staffEndpoints } from './staff/staff-routes.ts'
import { usageEndpoints } from './usage/usage-routes.ts'
import { providerCallbackEndpoints } from './verifications/provider-callback-routes.ts'
import { verificationEndpoints } from './verifications/verification-routes.ts'
import { alertEndpoints } from './webhooks/alert-routes.ts'
import { deliveryEndpoints } from './webhooks/delivery-routes.ts'
import { webhookEndpoints } from './webhooks/webhook-routes.ts'

export function endpoints(appliance: Appliance): readonly Endpoint[] {
  const table: Endpoint[] = [
    ...verificationEndpoints({
      ...appliance,
      reads: createReadRecorder(appliance),
      findAuditRefusal: () => appliance.auditGuard.refusal(),
    }),
    ...scoreEndpoints({
      ...appliance,
      onScored: (trx, ended) => enterQueue(appliance, trx, ended),
    }),
    ...keyEndpoints(appliance),
    ...usageEndpoints(appliance),
    ...webhookEndpoints(appliance),
    ...providerCallbackEndpoints(appliance),
    ...deliveryEndpoints(appliance),
    ...alertEndpoints(appliance),
  ]
  table.push(openapiEndpoint(table))
  return [
    ...table,
    ...staffEndpoints(appliance),
    ...workEndpoints(appliance),
    ...operatorEndpoints(appliance),
    ...approvalEndpoints({ ...appliance, effects: approvalEffects(appliance) }),
  ]
}

/**
 * The same table for whoever only reads it: no appliance stands behind it, and to ask one for an answer
 * is an error.
 */
export function endpointsOnPaper(): readonly Endpoint[] {
  const nothing: Appliance = new Proxy(Object.create(null), {
    get(_target, name) {
      throw new Error(`an endpoint wants ${String(name)} before anybody has called it`)
    },
  })
  return endpoints(nothing)
}
