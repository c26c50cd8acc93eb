// The text that `npm start` prints once the demo is ready: accounts, keys and commands to paste. Fits 80
// columns, apart from the long keys, which come last in a command.

import { fileURLToPath } from 'node:url'
import type { Demo } from '../../server/demo/start-demo.ts'
import type { Sink } from '../io.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

type Shown = Pick<
  Demo,
  'consoleOrigin' | 'keys' | 'users' | 'hasStandIn' | 'isSeeded' | 'receiver' | 'scoringUrl'
> & {
  readonly server: { readonly url: string }
  /** Whether it was started with --empty. */
  readonly isAskedEmpty: boolean
}

export function demoBanner(sink: Sink, demo: Shown): string {
  const { server, keys, users, receiver, scoringUrl } = demo
  const url = `${server.url}/v1`
  const bold = (text: string) => sink.style('bold', text)
  const dim = (text: string) => sink.style('dim', text)
  const lines = [
    '',
    `  ${sink.style(['bold', 'yellow'], 'DEMO')}  Nothing here is real or private; only this machine can reach it.`,
    ...notices(demo).map((notice) => `        ${notice}`),
    '',
    `  Console      ${bold(`${demo.consoleOrigin}/console`)}  ${dim('no second factor in the demo')}`,
    ...users.map(accountLine),
    '',
    `  Base URL     ${bold(url)}`,
    `  Sandbox key  ${keys.sandbox}`,
    `  Live key     ${keys.live}`,
    '',
    `  Paste these into another terminal, in ${productDir}`,
    '',
    `  ${bold('1. Sandbox')}  ${dim('answers at once, needs no images')}`,
    ...sandboxCommand(url, keys.sandbox),
    '',
    `  ${bold('2. Live')}  ${dim('two images; takes about two seconds')}`,
    ...liveCommand(url, keys.live),
    '',
    `  ${bold('3. Webhook')}  ${dim('register the demo receiver, then paste 1 again')}`,
    ...registerCommand(url, receiver.url, keys.sandbox),
    '',
    ...[arrivedHint(receiver.url), ...whyHint(scoringUrl), ...hints].map(dim),
    '',
  ]
  return `${lines.join('\n')}\n`
}

function notices({ hasStandIn, isSeeded, isAskedEmpty }: Shown): readonly string[] {
  return [
    hasStandIn
      ? 'The identity provider is simulated.'
      : 'The identity provider is the one in your settings.',
    isSeeded
      ? 'Two weeks of invented verifications: drawn images, no real people.'
      : 'No invented verifications: it was first started with --empty.',
    ...(isSeeded && isAskedEmpty ? emptyTooLate : []),
  ]
}

/** A folder that may hold somebody's work is never emptied. */
const emptyTooLate = [
  '--empty changed nothing: this folder is filled already. Name a new one with',
  '--data-dir, or stop the demo and delete this one.',
]

function accountLine({ role, email, password }: Demo['users'][number]): string {
  const shown = password ?? '(changed in the console)'
  return `    ${role.padEnd(roleWidth)}  ${email.padEnd(emailWidth)}  ${shown}`
}

const roleWidth = 'administrator'.length
const emailWidth = 'administrator@demo.example'.length

function sandboxCommand(url: string, key: string): readonly string[] {
  return [
    `curl '${url}/kyc/sandbox/verify' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"country":"SN","id_type":"national_id","id_number":"2751199400042",'\\`,
    `'"first_name":"Awa","last_name":"Teranga","date_of_birth":"1994-03-14"}' \\`,
    `  --oauth2-bearer ${key}`,
  ]
}

function liveCommand(url: string, key: string): readonly string[] {
  return [
    `curl '${url}/kyc/verify' \\`,
    '  -F country=SN -F id_type=national_id -F id_number=2751199400042 \\',
    '  -F first_name=Awa -F last_name=Teranga -F date_of_birth=1994-03-14 \\',
    '  -F front_image=@data/reference/specimens/senegal-id-front.jpg \\',
    '  -F score_requested=true -F selfie_image=@data/reference/specimens/selfie.jpg \\',
    `  --oauth2-bearer ${key}`,
  ]
}

function registerCommand(url: string, receiverUrl: string, key: string): readonly string[] {
  return [
    `curl '${url}/webhooks' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"url":"${receiverUrl}/","events":["verification.completed",'\\`,
    `'"verification.failed"]}' \\`,
    `  --oauth2-bearer ${key}`,
  ]
}

const hints = [
  '  Other outcomes: id_number DEMO-DECLINED in 2 (svc help demo).',
  '  The keys go in a header: Authorization: Bearer <key>. Stop with Ctrl-C.',
]

/** The demo also prints a line for each delivery. */
function arrivedHint(receiverUrl: string): string {
  return `  RECEIVER  deliveries it received: curl '${receiverUrl}/deliveries'`
}

/** Only the simulated engine explains its scores. */
function whyHint(scoringUrl: string | undefined): readonly string[] {
  return scoringUrl === undefined
    ? []
    : [`  ENGINE    why a score is what it is: curl '${scoringUrl}/requests'`]
}
