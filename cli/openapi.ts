// `svc openapi`

import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { interfaceDocument } from '../server/openapi/interface-document.ts'
import { endpointsOnPaper } from '../server/routes.ts'
import type { Context } from './context.ts'
import { examples } from './root-command.ts'

export function define(command: Command, context: Context): void {
  command
    .option('--out <file>', 'write it there')
    .addHelpText(
      'before',
      examples('svc openapi --out openapi.json', 'svc openapi | jq .paths', 'svc openapi | less'),
    )
    .action((options: { readonly out?: string }) => print(context, options.out))
}

/** The same document as `GET /v1/openapi.json`, laid out for people. Needs no appliance. */
function print({ io }: Context, file: string | undefined): void {
  const text = `${JSON.stringify(interfaceDocument(endpointsOnPaper()), undefined, 2)}\n`
  if (file === undefined) {
    io.out.write(text)
    return
  }
  writeFileSync(file, text)
  io.show({ file }, () => '')
  io.say(`The interface is described in ${file}.`)
}
