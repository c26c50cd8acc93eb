// A server over the demo's two weeks of invented data, for scripts that look at the console in a browser.

import { openAppliance } from '../../server/appliance.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { serve } from '../../server/serve.ts'
import type { Role } from '../../server/users/role.ts'
import { addUser, type ConsoleClient, openConsole } from '../../test/support/console-client.ts'
import { demoSettings, seedOnceApart } from '../../test/support/seeded-demo.ts'
import { freePort } from '../bench/free-port.ts'

export type DemoHost = Awaited<ReturnType<typeof openDemoHost>>

/** @param folder An empty one, which is seeded, or one that was seeded before. */
export async function openDemoHost(folder: string) {
  const { config, ...rest } = demoSettings(folder)
  const loaded = { ...rest, config: { ...config, port: await freePort() } }
  await seedOnceApart(loaded, { count: 200, nowMs: systemClock.now() })
  const appliance = await openAppliance(loaded, { log: silentLog })
  return { appliance, server: await serve(appliance) }
}

/** Returns the client of a user of this role, who is created where there is none. */
export async function signedIn(
  { appliance, server }: DemoHost,
  role: Role = 'reviewer',
): Promise<ConsoleClient> {
  const client = openConsole(server)
  const email = `${role}@bank.example`
  if ((await client.signIn(email)).status !== 200) {
    await addUser(appliance, role, email)
    await client.signIn(email)
  }
  return client
}
