// A name or value of code, an address or a path, which breaks only behind its dots, underscores, commas, slashes and
// at-signs where a narrow window has no room for it.

import { Fragment } from 'react'

export function BreakingName({ name }: { readonly name: string }) {
  return name.split(/(?<=[._,@]|\/(?!\/))/).map((part, index) => (
    <Fragment key={`part-${index.toString()}`}>
      {part}
      <wbr />
    </Fragment>
  ))
}
