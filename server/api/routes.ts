// Every endpoint of the REST API, one row each: method, path, scope, handler. The OpenAPI document and the tests of
// scopes read these rows.

import type { Appliance } from '../appliance.ts'
import { createReadRecorder } from '../audit/record-reads.ts'
import type { RouteDescription } from '../kernel/route-description.ts'
import type { Scope } from '../keys/key.ts'
import { directoryLogoutPath } from '../users/directory/directory-logout.ts'
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
import { directoryLogoutHandlers as directoryLogout } from './sign-in/directory-logout-handlers.ts'
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
const idempotent = { isIdempotent: true } as const
/** Every field of the body is optional, so the body may be absent. */
const optionalBody = { body: { mayBeEmpty: true } } as const

// biome-ignore format: one row an endpoint
const clientEndpoints: readonly Row[] = [
  ['POST',   '/kyc/sandbox/verify',                          'kyc.verify',      verifications.verifySandbox, verificationDocs.verifySandbox, idempotent],
  ['POST',   '/kyc/verify',                                  'kyc.verify',      verifications.verify,        verificationDocs.verify,        idempotent],
  ['GET',    '/kyc/verifications',                           'kyc.read',        verifications.list,          verificationDocs.list],
  ['GET',    '/kyc/verifications/:id',                       'kyc.read',        verifications.detail,        verificationDocs.detail],
  ['POST',   '/score/get',                                   'score.get',       scores.retrieve,             scoreDocs.retrieve,             idempotent],
  ['POST',   '/keys',                                        'keys.manage',     keys.create,                 keyDocs.create,                 idempotent],
  ['GET',    '/keys',                                        'keys.manage',     keys.list,                   keyDocs.list],
  ['DELETE', '/keys/:id',                                    'keys.manage',     keys.revoke,                 keyDocs.revoke],
  ['POST',   '/keys/:id/rotate',                             'keys.manage',     keys.rotate,                 keyDocs.rotate,                 { ...idempotent, ...optionalBody }],
  ['GET',    '/usage',                                       'usage.read',      usage.list,                  usageDocs.list],
  ['GET',    '/usage/summary',                               'usage.read',      usage.showSummary,           usageDocs.summary],
  ['POST',   '/webhooks',                                    'webhooks.manage', webhooks.register,           webhookDocs.register,           idempotent],
  ['GET',    '/webhooks',                                    'webhooks.manage', webhooks.list,               webhookDocs.list],
  ['GET',    '/webhooks/:id',                                'webhooks.manage', webhooks.get,                webhookDocs.get],
  ['PATCH',  '/webhooks/:id',                                'webhooks.manage', webhooks.update,             webhookDocs.update],
  ['DELETE', '/webhooks/:id',                                'webhooks.manage', webhooks.remove,             webhookDocs.remove],
  ['POST',   '/webhooks/:id/test',                           'webhooks.manage', webhooks.test,               webhookDocs.test,               { ...idempotent, ...optionalBody }],
  ['POST',   '/webhooks/:id/rotate-secret',                  'webhooks.manage', webhooks.rotate,             webhookDocs.rotate,             { ...idempotent, ...optionalBody }],
  ['GET',    '/webhooks/:id/deliveries',                     'webhooks.manage', deliveries.list,             deliveryDocs.list],
  ['GET',    '/webhooks/:id/deliveries/:delivery_id',        'webhooks.manage', deliveries.detail,           deliveryDocs.detail],
  ['POST',   '/webhooks/:id/deliveries/:delivery_id/replay', 'webhooks.manage', deliveries.replayOne,        deliveryDocs.replayOne,         { ...idempotent, ...optionalBody }],
  ['POST',   '/webhooks/:id/deliveries/replay',              'webhooks.manage', deliveries.replayMany,       deliveryDocs.replayMany,        idempotent],
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

/** Endpoints that the identity provider and the bank's directory call, without an API key. */
const callbackEndpoints: readonly CallbackRow[] = [
  ['POST', directoryLogoutPath, directoryLogout.receive, {}],
  [
    'POST',
    '/callbacks/:provider/:jobId',
    callbacks.receive,
    { body: { bytesMax: callbackBytesMax } },
  ],
]

export function apiRoutes(appliance: Appliance): readonly ApiRoute[] {
  const needs: Needs = {
    ...appliance,
    // Writes an audit entry when a client reads personal data.
    reads: createReadRecorder(appliance),
    findIntakeRefusal: () => appliance.diskGuard.refusal() ?? appliance.auditGuard.refusal(),
  }
  const table: ApiRoute[] = [
    ...clientEndpoints.map(
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
    ...callbackEndpoints.map(
      ([method, path, handler, options]): ProviderRoute => ({
        audience: 'provider',
        method,
        path,
        ...options,
        answer: (request) => handler(needs, request),
      }),
    ),
  ]
  // The document describes every endpoint of the table, its own included.
  table.push(openapiRoute(table))
  return table
}
