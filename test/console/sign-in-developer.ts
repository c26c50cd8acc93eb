// What tests prepare as a developer: by requests of the console, without a page.

import { addUser, type ConsoleClient, openConsole } from '../support/console-client.ts'
import type { BrowserHost } from './watch-browser.ts'

/** Of a developer who is made; pages opened as a developer are theirs, too. */
export async function signInDeveloper({ appliance, server }: BrowserHost): Promise<ConsoleClient> {
  const { email } = await addUser(appliance, 'developer')
  const developer = openConsole(server)
  await developer.signIn(email)
  return developer
}
