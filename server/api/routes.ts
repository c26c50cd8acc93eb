// Table 1: every endpoint of the REST API. A row says all that decides who may call it; the interface document
// and the tests of scopes are derived from these rows.

import type { Appliance } from '../appliance.ts'
import { createReadRecorder } from '../audit/record-reads.ts'
import type { RouteDescription } from '../kernel/route-description.ts'
import type { Scope } from '../keys/key.ts'
import { smileCallbackPath } from '../providers/smile-id/callback-path.ts'
import type {
  ApiRequest,
  ApiRoute,
  CallbackRequest,
  ClientRoute,
  ProviderRoute,
} from './api-route.ts'
import { keyDescriptions as keyDocs } from './keys/key-descriptions.ts'
import { keyHandlers as keys } from './keys/key-handlers.ts'
import { openapiRoute } from './openapi/openapi-routes.ts'
import { scoreDescriptions as scoreDocs } from './scores/score-descriptions.ts'
import { scoreHandlers as scores } from './scores/score-handlers.ts'
import { usageDescriptions as usageDocs } from './usage/usage-descriptions.ts'
import { usageHandlers as usage } from './usage/usage-handlers.ts'
import { callbackHandlers as callbacks } from './verifications/provider-callback-handlers.ts'
import { verificationDescriptions as verificationDocs } from './verifications/verification-descriptions.ts'
import {
  type VerificationRouteNeeds,
  verificationHandlers as verifications,
} from './verifications/verification-handlers.ts'
import { alertHandlers as alerts } from './webhooks/alert-handlers.ts'
import {
  alertDescriptions as alertDocs,
  deliveryDescriptions as deliveryDocs,
} from './webhooks/delivery-descriptions.ts'
import { deliveryHandlers as deliveries } from './webhooks/delivery-handlers.ts'
import { webhookDescriptions as webhookDocs } from './webhooks/webhook-descriptions.ts'
import { webhookHandlers as webhooks } from './webhooks/webhook-handlers.ts'

type Needs = Appliance & VerificationRouteNeeds

type Handler = (needs: Needs, request: ApiRequest) => ReturnType<ClientRoute['answer']>

type Row = readonly [
  method: ApiRoute['method'],
  path: ApiRoute['path'],
  scope: Scope,
  handler: Handler,
  description: RouteDescription,
  options?: Pick<ClientRoute, 'isIdempotent' | 'body'>,
]

/** Repeats with the same Idempotency-Key get the first answer. */
const once = { isIdempotent: true } as const
/** Every field of the body is optional, so the body may be absent. */
const optionalBody = { body: { mayBeEmpty: true } } as const

// biome-ignore format: one row an endpoint
const clients: readonly Row[] = [
  ['POST',   '/kyc/sandbox/verify',                          'kyc.verify',      verifications.verifySandbox, verificationDocs.verifySandbox, once],
  ['POST',   '/kyc/verify',                                  'kyc.verify',      verifications.verify,        verificationDocs.verify,        once],
  ['GET',    '/kyc/verifications',                           'kyc.read',        verifications.list,          verificationDocs.list],
  ['GET',    '/kyc/verifications/:id',                       'kyc.read',        verifications.detail,        verificationDocs.detail],
  ['POST',   '/score/get',                                   'score.get',       scores.retrieve,             scoreDocs.retrieve,             once],
  ['POST',   '/keys',                                        'keys.manage',     keys.create,                 keyDocs.create,                 once],
  ['GET',    '/keys',                                        'keys.manage',     keys.list,                   keyDocs.list],
  ['DELETE', '/keys/:id',                                    'keys.manage',     keys.revoke,                 keyDocs.revoke],
  ['POST',   '/keys/:id/rotate',                             'keys.manage',     keys.rotate,                 keyDocs.rotate,                 { ...once, ...optionalBody }],
  ['GET',    '/usage',                                       'usage.read',      usage.list,                  usageDocs.list],
  ['GET',    '/usage/summary',                               'usage.read',      usage.showSummary,           usageDocs.summary],
  ['POST',   '/webhooks',                                    'webhooks.manage', webhooks.register,           webhookDocs.register,           once],
  ['GET',    '/webhooks',                                    'webhooks.manage', webhooks.list,               webhookDocs.list],
  ['GET',    '/webhooks/:id',                                'webhooks.manage', webhooks.get,                webhookDocs.get],
  ['PATCH',  '/webhooks/:id',                                'webhooks.manage', webhooks.update,             webhookDocs.update],
  ['DELETE', '/webhooks/:id',                                'webhooks.manage', webhooks.remove,             webhookDocs.remove],
  ['POST',   '/webhooks/:id/test',                           'webhooks.manage', webhooks.test,               webhookDocs.test,               { ...once, ...optionalBody }],
  ['POST',   '/webhooks/:id/rotate-secret',                  'webhooks.manage', webhooks.rotate,             webhookDocs.rotate,             { ...once, ...optionalBody }],
  ['GET',    '/webhooks/:id/deliveries',                     'webhooks.manage', deliveries.list,             deliveryDocs.list],
  ['GET',    '/webhooks/:id/deliveries/:delivery_id',        'webhooks.manage', deliveries.detail,           deliveryDocs.detail],
  ['POST',   '/webhooks/:id/deliveries/:delivery_id/replay', 'webhooks.manage', deliveries.replayOne,        deliveryDocs.replayOne,         { ...once, ...optionalBody }],
  ['POST',   '/webhooks/:id/deliveries/replay',              'webhooks.manage', deliveries.replayMany,       deliveryDocs.replayMany,        once],
  ['GET',    '/webhook-alerts',                              'webhooks.manage', alerts.list,                 alertDocs.list],
]

type CallbackHandler = (
  needs: Needs,
  request: CallbackRequest,
) => ReturnType<ProviderRoute['answer']>

/** Smile ID asks for 1.5 MB at least; callbacks are large because they may hold images. */
const callbackBytesMax = 4 * 1024 * 1024

type CallbackRow = readonly [
  method: 'POST',
  path: ApiRoute['path'],
  handler: CallbackHandler,
  options: Pick<ProviderRoute, 'body'>,
]

/** Called by identity providers, which have no key of ours. */
const providers: readonly CallbackRow[] = [
  ['POST', smileCallbackPath, callbacks.receive, { body: { bytesMax: callbackBytesMax } }],
]

export function apiRoutes(appliance: Appliance): readonly ApiRoute[] {
  const needs: Needs = {
    ...appliance,
    reads: createReadRecorder(appliance),
    findAuditRefusal: () => appliance.auditGuard.refusal(),
  }
  const table: ApiRoute[] = [
    ...clients.map(
      ([method, path, scope, handler, describe, options]): ClientRoute => ({
        audience: 'client',
        method,
        path,
        scope,
        describe,
        ...options,
        answer: (request) => handler(needs, request),
      }),
    ),
    ...providers.map(
      ([method, path, handler, options]): ProviderRoute => ({
        audience: 'provider',
        method,
        path,
        ...options,
        answer: (request) => handler(needs, request),
      }),
    ),
  ]
  table.push(openapiRoute(table))
  return table
}
