// `svc openapi`: prints the API's description in OpenAPI 3.1.

import type { Command } from 'commander'
import { openApiDocument } from '../server/api/openapi/openapi-document.ts'
import { routesOnPaper } from '../server/routes.ts'
import type { CommandContext } from './context.ts'
import { addOutOption } from './options/export-options.ts'
import { examples } from './root-command.ts'
import { writeOut } from './write-out.ts'

export function define(command: Command, context: CommandContext): void {
  addOutOption(command)
    .addHelpText(
      'before',
      examples('svc openapi --out openapi.json', 'svc openapi | jq .paths', 'svc openapi | less'),
    )
    .action((options: { readonly out?: string }) => print(context, options.out))
}

/** Prints the document of `GET /v1/openapi.json`, indented. Needs no installation. */
async function print({ io }: CommandContext, file: string | undefined): Promise<void> {
  const text = `${JSON.stringify(openApiDocument(routesOnPaper()), undefined, 2)}\n`
  await writeOut(io, file, async (write) => void (await write(text)))
  if (file === undefined) return
  io.show({ file }, () => '')
  io.say(`The OpenAPI document is in ${file}.`)
}
