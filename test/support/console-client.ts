// Sends requests to the console's API as a browser does: keeps the cookie and sends the CSRF token and the
// Fetch Metadata headers.

import type { Appliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { createUser } from '../../server/users/manage-users.ts'
import { type Role, roles } from '../../server/users/role.ts'
import type { User } from '../../server/users/user.ts'
import type { ApiAnswer } from './api-client.ts'
import type { RunningAppliance } from './running-appliance.ts'

export const goodPassword = 'velvet-tractor-oblique-harmonica'

export interface ConsoleClient {
  /** Value of the session cookie; undefined without one. */
  readonly cookie: string | undefined
  readonly csrf: string
  get(path: string): Promise<ApiAnswer>
  post(path: string, json?: unknown): Promise<ApiAnswer>
  send(method: string, path: string, more?: ConsoleCall): Promise<ApiAnswer>
  signIn(email: string, password?: string): Promise<ApiAnswer>
}

interface ConsoleCall {
  readonly json?: unknown
  /** Override a browser's headers; undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export function openConsole(server: { readonly url: string }): ConsoleClient {
  let cookie: string | undefined
  let csrf = ''
  const client: ConsoleClient = {
    get cookie() {
      return cookie
    },
    get csrf() {
      return csrf
    },
    get: (path) => client.send('GET', path),
    post: (path, json = {}) => client.send('POST', path, { json }),
    signIn: (email, password = goodPassword) => client.post('/sign-in', { email, password }),
    async send(method, path, { json, headers = {} } = {}) {
      const sent: Record<string, string | undefined> = {
        'Sec-Fetch-Site': 'same-origin',
        'svc-csrf': csrf,
        Cookie: cookie,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      }
      const response = await fetch(`${server.url}/console/api${path}`, {
        method,
        headers: Object.entries(sent).flatMap(([name, value]): [string, string][] =>
          value === undefined || value === '' ? [] : [[name, value]],
        ),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      const answer = await read(response)
      const [set] = response.headers.getSetCookie()
      if (set !== undefined) cookie = /Max-Age=0/.test(set) ? undefined : set.replace(/;.*$/, '')
      if (typeof answer.data.csrf_token === 'string') csrf = answer.data.csrf_token
      return answer
    },
  }
  return client
}

async function read(response: Response): Promise<ApiAnswer> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
  const { data = {}, error = { code: '', message: '', request_id: '' } } =
    text === '' || !isJson ? {} : (JSON.parse(text) as Partial<ApiAnswer>)
  return { status: response.status, headers: response.headers, text, data, error }
}

export function addUser(
  appliance: Appliance,
  role: Role,
  email = `${role}@bank.example`,
): Promise<User> {
  const asked = { email, name: `The ${role}`, role, password: goodPassword }
  return createUser(appliance, fromCommandLine, asked)
}

/** Adds a user of each role and signs them in. For appliances that require no second factor. */
export async function openEachRole(
  app: RunningAppliance,
): Promise<Readonly<Record<Role, ConsoleClient>>> {
  const opened = await Promise.all(
    roles.map(async (role) => {
      await addUser(app.appliance, role)
      const client = openConsole(app.server)
      await client.signIn(`${role}@bank.example`)
      return [role, client] as const
    }),
  )
  return Object.fromEntries(opened) as Record<Role, ConsoleClient>
}
