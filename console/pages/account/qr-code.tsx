// A QR code, drawn dark on white in both themes so that cameras can read it.

import qrcode from 'qrcode-generator'

const quietZone = 4

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * quietZone
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={184} height={184} role="img" aria-label={label}>
      <rect width={size} height={size} rx={2} fill="#fff" />
      <path d={drawModules(count, (row, column) => code.isDark(row, column))} fill="#101316" />
    </svg>
  )
}

function drawModules(count: number, isDark: (row: number, column: number) => boolean): string {
  const squares: string[] = []
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (isDark(row, column)) squares.push(`M${column + quietZone} ${row + quietZone}h1v1h-1z`)
    }
  }
  return squares.join('')
}
