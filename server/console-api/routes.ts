// Every endpoint of the console, one row each: method, path, permission, handler. The test of roles reads these
// rows.

import type { Appliance } from '../appliance.ts'
import type { ApprovalEffects } from '../approvals/decide-approval.ts'
import { judgeChainInThread, keepingOutcome } from '../doctor/chain-judge.ts'
import { createDoctorRun } from '../doctor/doctor-run.ts'
import { workerFile } from '../kernel/built-files.js'
import { createProgressTracker } from '../kernel/progress-tracker.ts'
import { accountHandlers as account } from './account/account-handlers.ts'
import { approvalHandlers as approvals } from './approvals/approval-handlers.ts'
import { type AuditRouteNeeds, auditHandlers as audit } from './audit/audit-handlers.ts'
import type { ConsoleAccess, ConsoleRequest, ConsoleRoute } from './console-route.ts'
import { erasureHandlers as erasure } from './erasure/erasure-handlers.ts'
import { consoleKeyHandlers as keys } from './keys/console-key-handlers.ts'
import { overviewHandlers as overview } from './overview/overview-handlers.ts'
import { createPrinter, type Print } from './printing/print-in-thread.ts'
import { qualityHandlers as quality } from './quality/quality-handlers.ts'
import { reportHandlers as reports } from './reports/report-handlers.ts'
import type { PrintedReport } from './reports/report-pages.ts'
import { ownWorkHandlers as ownWork } from './reviews/own-work-handlers.ts'
import { reviewHandlers as reviews } from './reviews/review-handlers.ts'
import { savedFilterHandlers as savedFilters } from './saved-filters/saved-filter-handlers.ts'
import { searchHandlers as search } from './search/search-handlers.ts'
import { directoryHandlers as directory } from './sign-in/directory-handlers.ts'
import { signInHandlers as signIn } from './sign-in/sign-in-handlers.ts'
import type { SystemCheckNeeds } from './system/system-checks.ts'
import { systemHandlers as system } from './system/system-handlers.ts'
import {
  type RecountRouteNeeds,
  consoleUsageHandlers as usage,
} from './usage/console-usage-handlers.ts'
import { userHandlers as users } from './users/user-handlers.ts'
import type { CaseFile } from './verifications/case-file/case-file.ts'
import { exportHandlers as exports } from './verifications/export-handlers.ts'
import { imageHandlers as images } from './verifications/image-handlers.ts'
import { createPreparedPreviews, type PreparedPreviews } from './verifications/prepare-previews.ts'
import { createAccessRecorder } from './verifications/record-accesses.ts'
import { seenBeforeHandlers as seenBefore } from './verifications/seen-before-handlers.ts'
import {
  type VerificationScreenNeeds,
  verificationDetailHandlers as verification,
} from './verifications/verification-detail-handlers.ts'
import { verificationListHandlers as verificationList } from './verifications/verification-list-handlers.ts'
import { consoleDeliveryHandlers as deliveries } from './webhooks/console-delivery-handlers.ts'
import { consoleWebhookHandlers as webhooks } from './webhooks/console-webhook-handlers.ts'

type Needs = Appliance &
  VerificationScreenNeeds &
  AuditRouteNeeds &
  RecountRouteNeeds &
  SystemCheckNeeds & {
    readonly effects: ApprovalEffects
    readonly previews: PreparedPreviews
    readonly printCaseFile: Print<CaseFile>
    readonly printReport: Print<PrintedReport>
  }

type Handler = (needs: Needs, request: ConsoleRequest) => ReturnType<ConsoleRoute['answer']>

type Row = readonly [
  method: ConsoleRoute['method'],
  path: ConsoleRoute['path'],
  permission: ConsoleAccess,
  handler: Handler,
  options?: Pick<ConsoleRoute, 'confirm' | 'body'>,
]

/** Only for who proved who they are in the last five minutes. */
const confirm = { confirm: true } as const
/** Every field of the body is optional, so the body may be absent. */
const optionalBody = { body: { mayBeEmpty: true } } as const

// biome-ignore format: one row an endpoint
const table: readonly Row[] = [
  ['GET',    '/setup',                                       'open',                 signIn.showSetup],
  ['POST',   '/setup',                                       'open',                 signIn.setUp],
  ['POST',   '/links/accept',                                'open',                 signIn.accept],
  ['POST',   '/sign-in',                                     'open',                 signIn.begin],
  ['POST',   '/sign-in/directory',                           'open',                 directory.begin,      optionalBody],
  ['POST',   '/sign-in/directory/complete',                  'open',                 directory.complete],
  ['POST',   '/sign-in/passkey-challenge',                   'half_way',             signIn.challenge],
  ['POST',   '/sign-in/second-factor',                       'half_way',             signIn.complete],
  ['POST',   '/sign-out',                                    'half_way',             signIn.leave],
  ['GET',    '/me',                                          'half_way',             signIn.showMe],
  ['POST',   '/me/totp',                                     'enrolling',            account.startTotp],
  ['POST',   '/me/totp/confirm',                             'enrolling',            account.confirmTotp],
  ['POST',   '/me/passkeys/challenge',                       'enrolling',            account.startPasskey],
  ['POST',   '/me/passkeys',                                 'enrolling',            account.addPasskey],
  ['DELETE', '/me/totp',                                     'signed_in',            account.dropTotp,     confirm],
  ['DELETE', '/me/passkeys/:id',                             'signed_in',            account.dropPasskey,  confirm],
  ['POST',   '/me/recovery-codes',                           'signed_in',            account.renewCodes,   confirm],
  ['GET',    '/me/factors',                                  'signed_in',            account.showFactors],
  ['POST',   '/me/confirm/passkey-challenge',                'signed_in',            account.challenge],
  ['POST',   '/me/confirm',                                  'signed_in',            account.confirm],
  ['POST',   '/me/confirm/directory',                        'signed_in',            directory.beginProof, optionalBody],
  ['POST',   '/me/confirm/directory/complete',               'signed_in',            directory.completeProof],
  ['POST',   '/me/password',                                 'signed_in',            account.setPassword,  confirm],
  ['GET',    '/me/sessions',                                 'signed_in',            account.list],
  ['DELETE', '/me/sessions',                                 'signed_in',            account.endOthers],
  ['DELETE', '/me/sessions/:id',                             'signed_in',            account.end],
  ['GET',    '/me/notices',                                  'signed_in',            account.listNotices],
  ['POST',   '/me/notices/seen',                             'signed_in',            account.markSeen],
  ['GET',    '/roles',                                       'signed_in',            users.listRoles],
  ['GET',    '/users',                                       'users.read',           users.list],
  ['GET',    '/users/:id',                                   'users.read',           users.show],
  ['GET',    '/users/:id/sessions',                          'users.read',           users.listSessions],
  ['POST',   '/users',                                       'users.manage',         users.invite,         confirm],
  ['PATCH',  '/users/:id',                                   'users.manage',         users.update,         confirm],
  ['POST',   '/users/:id/link',                              'users.manage',         users.issueLink,      confirm],
  ['POST',   '/users/:id/reset-second-factor',               'users.manage',         users.resetFactor,    confirm],
  ['POST',   '/users/:id/reinvite',                          'users.manage',         users.reinvite,       confirm],
  ['DELETE', '/users/:id/sessions',                          'users.manage',         users.endAll,         confirm],
  ['DELETE', '/users/:id/sessions/:session_id',              'users.manage',         users.endOne,         confirm],
  ['GET',    '/audit',                                       'audit.read',           audit.list],
  ['POST',   '/audit/verify',                                'audit.read',           audit.verify,         optionalBody],
  ['GET',    '/audit/verify',                                'audit.read',           audit.showProgress],
  ['POST',   '/audit/export',                                'audit.read',           audit.exportPart,     optionalBody],
  ['GET',    '/verifications',                               'verifications.read_sandbox', verificationList.list],
  ['POST',   '/verifications/find',                          'verifications.read_sandbox', verificationList.find],
  ['GET',    '/verifications/:id',                           'verifications.read_sandbox', verification.show],
  ['GET',    '/verifications/:id/seen-before',               'verifications.read_sandbox', seenBefore.list],
  ['POST',   '/verifications/:id/reveal',                    'verifications.read_sandbox', verification.reveal, optionalBody],
  ['GET',    '/verifications/:id/pictures/:role',            'verifications.read',   images.show],
  ['POST',   '/verifications/export',                        'verifications.export', exports.list,         optionalBody],
  ['POST',   '/verifications/export/personal',               'verifications.export', exports.personalList, { ...confirm, ...optionalBody }],
  ['POST',   '/verifications/export/personal/request',       'verifications.export', exports.askFor,       confirm],
  ['POST',   '/approvals/:id/export',                        'verifications.export', exports.approved,     confirm],
  ['POST',   '/verifications/:id/case-file',                 'verifications.case_file', exports.caseFile,     { ...confirm, ...optionalBody }],
  ['GET',    '/verifications/:id/retention',                 'retention.read',       erasure.explain],
  ['POST',   '/verifications/:id/erasure/request',           'verifications.erase',  erasure.request,      confirm],
  ['GET',    '/verifications/:id/erasure/certificate',       'retention.read',       erasure.certificate],
  ['POST',   '/verifications/:id/holds',                     'verifications.erase',  erasure.hold,         confirm],
  ['POST',   '/holds/:hold_id/release',                      'verifications.erase',  erasure.release,      { ...confirm, ...optionalBody }],
  ['GET',    '/reviews',                                     'reviews.read',         reviews.list],
  ['GET',    '/reviews/counts',                              'reviews.work',         reviews.counts],
  ['GET',    '/reviews/waiting',                             'reviews.work',         reviews.waiting],
  ['GET',    '/reviews/reviewers',                           'reviews.read',         reviews.reviewers],
  ['GET',    '/reviews/codes',                               'reviews.read',         reviews.codes],
  ['POST',   '/reviews/next',                                'reviews.work',         reviews.next,         optionalBody],
  ['GET',    '/reviews/matching',                            'reviews.lead',         reviews.selectAll],
  ['GET',    '/reviews/decisions',                           'reviews.work',         ownWork.decisions],
  ['GET',    '/reviews/notices',                             'reviews.work',         ownWork.notices],
  ['POST',   '/reviews/notices/seen',                        'reviews.work',         ownWork.markSeen],
  ['GET',    '/reviews/:id',                                 'reviews.read',         reviews.show],
  ['POST',   '/reviews/:id/claim',                           'reviews.work',         reviews.claim],
  ['POST',   '/reviews/:id/release',                         'reviews.work',         reviews.release],
  ['POST',   '/reviews/:id/assign',                          'reviews.work',         reviews.assign],
  ['POST',   '/reviews/assignments',                         'reviews.lead',         reviews.assignMany],
  ['POST',   '/reviews/:id/notes',                           'reviews.work',         reviews.note],
  ['POST',   '/reviews/:id/findings',                        'reviews.work',         reviews.find],
  ['POST',   '/reviews/:id/decide',                          'reviews.work',         reviews.decide],
  ['POST',   '/reviews/:id/approve',                         'reviews.work',         reviews.approve],
  ['POST',   '/reviews/:id/reject',                          'reviews.work',         reviews.reject],
  ['POST',   '/verifications/:id/review',                    'reviews.work',         reviews.ask],
  ['GET',    '/quality',                                     'quality.read',         quality.show],
  ['POST',   '/quality/export',                              'quality.read',         quality.download,     optionalBody],
  ['GET',    '/quality/differing',                           'reviews.lead',         quality.listDiffering],
  ['GET',    '/quality/checks/waiting',                      'reviews.work',         quality.waiting],
  ['POST',   '/quality/checks/next',                         'reviews.work',         quality.next,         optionalBody],
  ['POST',   '/quality/checks/:id/claim',                    'reviews.work',         quality.claim],
  ['POST',   '/quality/checks/:id/release',                  'reviews.work',         quality.release],
  ['POST',   '/quality/checks/:id/decide',                   'reviews.work',         quality.decide],
  ['POST',   '/quality/checks/:id/cancel',                   'reviews.lead',         quality.cancel],
  ['GET',    '/saved-filters/reviews',                       'reviews.work',         savedFilters.reviews.showAll],
  ['POST',   '/saved-filters/reviews',                       'reviews.work',         savedFilters.reviews.create],
  ['PATCH',  '/saved-filters/reviews/:id',                   'reviews.work',         savedFilters.reviews.change],
  ['DELETE', '/saved-filters/reviews/:id',                   'reviews.work',         savedFilters.reviews.remove],
  ['GET',    '/saved-filters/verifications',                 'verifications.read_sandbox', savedFilters.verifications.showAll],
  ['POST',   '/saved-filters/verifications',                 'verifications.read_sandbox', savedFilters.verifications.create],
  ['PATCH',  '/saved-filters/verifications/:id',             'verifications.read_sandbox', savedFilters.verifications.change],
  ['DELETE', '/saved-filters/verifications/:id',             'verifications.read_sandbox', savedFilters.verifications.remove],
  ['GET',    '/overview',                                    'overview.read',        overview.show],
  ['GET',    '/reports',                                     'reports.read',         reports.show],
  ['POST',   '/reports/export',                              'reports.read',         reports.download,     optionalBody],
  ['POST',   '/search',                                      'signed_in',            search.search],
  ['GET',    '/keys',                                        'keys.read',            keys.list],
  ['GET',    '/keys/rotation',                               'keys.read',            keys.rotationRule],
  ['GET',    '/keys/:id',                                    'keys.read',            keys.show],
  ['GET',    '/keys/:id/children',                           'keys.read',            keys.listChildren],
  ['POST',   '/keys',                                        'keys.manage',          keys.create,          confirm],
  ['POST',   '/keys/:id/rotate',                             'keys.manage',          keys.rotate,          { ...confirm, ...optionalBody }],
  ['DELETE', '/keys/:id',                                    'keys.manage',          keys.revoke,          confirm],
  ['GET',    '/webhooks',                                    'webhooks.read',        webhooks.list],
  ['GET',    '/webhooks/:id',                                'webhooks.read',        webhooks.show],
  ['GET',    '/webhook-rules',                               'webhooks.read',        webhooks.showRules],
  ['POST',   '/webhooks',                                    'webhooks.manage',      webhooks.register,    confirm],
  ['PATCH',  '/webhooks/:id',                                'webhooks.manage',      webhooks.update,      confirm],
  ['DELETE', '/webhooks/:id',                                'webhooks.manage',      webhooks.remove,      confirm],
  ['POST',   '/webhooks/:id/rotate-secret',                  'webhooks.manage',      webhooks.rotate,      { ...confirm, ...optionalBody }],
  ['POST',   '/webhooks/:id/test',                           'webhooks.manage',      webhooks.test,        optionalBody],
  ['GET',    '/webhook-alerts',                              'webhooks.read',        deliveries.alerts],
  ['GET',    '/webhooks/:id/deliveries',                     'webhooks.read',        deliveries.list],
  ['GET',    '/webhooks/:id/deliveries/:delivery_id',        'webhooks.read',        deliveries.show],
  ['POST',   '/webhooks/:id/deliveries/:delivery_id/replay', 'webhooks.manage',      deliveries.replayOne, optionalBody],
  ['POST',   '/webhooks/:id/deliveries/replay/count',        'webhooks.manage',      deliveries.countReplay],
  ['POST',   '/webhooks/:id/deliveries/replay',              'webhooks.manage',      deliveries.replay,    confirm],
  ['GET',    '/usage/events',                                'usage.read',           usage.list],
  ['GET',    '/usage/summary',                               'usage.read',           usage.showSummary],
  ['GET',    '/usage/summary/csv',                           'usage.read',           usage.download],
  ['GET',    '/usage/recount',                               'usage.read',           usage.showRecount],
  ['POST',   '/usage/recount',                               'usage.recount',        usage.recount,        optionalBody],
  ['GET',    '/system',                                      'system.read',          system.show],
  ['POST',   '/system/checks',                               'system.read',          system.check,         optionalBody],
  ['GET',    '/system/checks',                               'system.read',          system.showProgress],
  ['GET',    '/system/jobs/:id',                             'system.read',          system.showJob],
  ['POST',   '/system/jobs/:id/retry',                       'system.manage',        system.retry,         optionalBody],
  ['GET',    '/approvals',                                   'approvals.read',       approvals.list],
  ['GET',    '/approvals/count',                             'approvals.read',       approvals.count],
  ['POST',   '/approvals/:id/decide',                        'approvals.decide',     approvals.decide,     confirm],
  ['POST',   '/approvals/:id/withdraw',                      'approvals.request',    approvals.withdraw,   confirm],
]

/** @param effects what approving each kind of request does */
export function consoleRoutes(
  appliance: Appliance,
  effects: ApprovalEffects,
): readonly ConsoleRoute[] {
  const printerOf = createPrinter()
  const needs: Needs = {
    ...appliance,
    effects,
    accesses: createAccessRecorder(appliance),
    previews: createPreparedPreviews(appliance),
    printCaseFile: printerOf(() =>
      workerFile('./verifications/case-file/case-file-thread.ts', import.meta.url),
    ),
    printReport: printerOf(() => workerFile('./reports/report-thread.ts', import.meta.url)),
    auditVerify: createProgressTracker(),
    usageRecount: createProgressTracker(),
    doctorRun: createDoctorRun(),
    judgeChain: keepingOutcome(judgeChainInThread),
  }
  return table.map(([method, path, permission, handler, options]) => ({
    audience: 'console',
    method,
    path,
    permission,
    ...options,
    answer: (request) => handler(needs, request),
  }))
}
