// The door of the console's own interface: which requests a page of ours can have sent, whose session they
// carry, and whether that member may do what is asked for. The page only hides; this decides.

import { AppError } from '../kernel/app-error.ts'
import { describePermission, type Permission, roleMay } from '../staff/role.ts'
import { isSameText } from '../staff/secrets.ts'
import { isFresh } from '../staff/staff.ts'
import type { Visit } from '../staff/visitor.ts'
import type { StaffEndpoint } from './endpoint.ts'
import type { Exchange, Step } from './exchange.ts'
import { readCookie } from './session-cookie.ts'

/** What the door needs to know of the staff. */
export interface StaffDoorkeeper {
  /** Of a request that came over https, or did not. */
  cookieName(isTls: boolean): string
  now(): number
  findVisit(token: string): Promise<Visit | undefined>
  /** A member asked for what their role may not do. */
  recordDenial(
    visit: Visit,
    denied: {
      readonly permission: Permission
      readonly requestId: string
      readonly clientAddress: string
    },
  ): Promise<void>
}

/** @throws AppError `cross_site_request`, `unauthenticated`, `missing_permission`, `confirmation_required` */
export function admitStaff(doorkeeper: StaffDoorkeeper | undefined): Step {
  return async (exchange, next) => {
    const { found } = exchange.state
    if (found.kind === 'endpoint' && found.endpoint.audience === 'staff') {
      if (doorkeeper === undefined) throw new Error('staff endpoints need a doorkeeper')
      assertOwnPage(exchange)
      await admit(doorkeeper, exchange, found.endpoint)
    }
    await next()
  }
}

async function admit(
  doorkeeper: StaffDoorkeeper,
  exchange: Exchange,
  endpoint: StaffEndpoint,
): Promise<void> {
  if (endpoint.permission === 'open') return
  const token = readCookie(exchange.get('Cookie'), doorkeeper.cookieName(exchange.state.isTls))
  const visit = token === undefined ? undefined : await doorkeeper.findVisit(token)
  if (visit === undefined) throw refuseStranger()
  exchange.state.visit = visit
  if (isChange(exchange) && !isSameText(exchange.get('svc-csrf'), visit.csrfToken)) {
    throw refuseOtherSite(
      'The header svc-csrf does not belong to this session. Load the page again.',
    )
  }
  await assertMay(doorkeeper, exchange, endpoint, visit)
  if (endpoint.confirm && !isFresh(visit.session, doorkeeper.now())) throw refuseStale()
}

async function assertMay(
  doorkeeper: StaffDoorkeeper,
  { state }: Exchange,
  { permission }: StaffEndpoint,
  visit: Visit,
): Promise<void> {
  const { member, session } = visit
  if (permission === 'open' || permission === 'half_way') return
  if (permission === 'enrolling' && session.stage === 'enrolment') return
  if (session.stage !== 'full') throw refuseHalfWay()
  if (permission === 'signed_in') return
  if (permission === 'enrolling') {
    if (isFresh(session, doorkeeper.now())) return
    throw refuseStale()
  }
  if (roleMay(member.role, permission)) return
  const { requestId, clientAddress } = state
  await doorkeeper.recordDenial(visit, { permission, requestId, clientAddress })
  throw new AppError(
    'missing_permission',
    `Only some roles may ${describePermission(permission)}; ${member.role} is not among them.`,
  )
}

/**
 * Browsers say where a request comes from, and pages cannot lie about it. One that says neither is no
 * browser of ours: over plain http beyond this machine Fetch Metadata is not sent, but Origin is.
 */
function assertOwnPage(exchange: Exchange): void {
  const site = exchange.get('Sec-Fetch-Site')
  if (site === 'same-origin') return
  if (!isChange(exchange)) {
    // Typed into the address bar, or asked by a program.
    if (site === '' || site === 'none') return
  } else if (site === '' && isOwnOrigin(exchange)) return
  throw refuseOtherSite(
    'This was not asked by a page of the console. Open the console and try there.',
  )
}

/** The page that asks came from the very host that is asked. */
function isOwnOrigin(exchange: Exchange): boolean {
  const origin = exchange.get('Origin')
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === exchange.get('Host').toLowerCase()
}

function isChange({ method }: Exchange): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function refuseOtherSite(message: string): AppError {
  return new AppError('cross_site_request', message)
}

function refuseStranger(): AppError {
  return new AppError('unauthenticated', 'You are not signed in, or no longer. Sign in again.')
}

function refuseHalfWay(): AppError {
  return new AppError(
    'unauthenticated',
    'Signing in is not complete. Show your second factor first.',
  )
}

function refuseStale(): AppError {
  const message = 'Confirm that it is you first: this asks for a proof from the last five minutes.'
  return new AppError('confirmation_required', message)
}
