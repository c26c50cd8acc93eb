// Made by npm run words from the files in ar/; do not edit.

// biome-ignore-all format: one row a page

/** The texts of each page, loaded with the first page that needs them. */
export const pageWordsAr = {
  /** The labels for codes, which case files also print. */
  labels: async () => (await import('../../data/reference/words/ar.json', { with: { type: 'json' } })).default,
  /** The findings of the checks, which svc doctor also prints. */
  checks: async () => (await import('../../data/reference/checks/ar.json', { with: { type: 'json' } })).default,
  account: async () => (await import('./ar/account.json', { with: { type: 'json' } })).default,
  approvals: async () => (await import('./ar/approvals.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./ar/audit.json', { with: { type: 'json' } })).default,
  developer: async () => (await import('./ar/developer.json', { with: { type: 'json' } })).default,
  directory: async () => (await import('./ar/directory.json', { with: { type: 'json' } })).default,
  keys: async () => (await import('./ar/keys.json', { with: { type: 'json' } })).default,
  palette: async () => (await import('./ar/palette.json', { with: { type: 'json' } })).default,
  quality: async () => (await import('./ar/quality.json', { with: { type: 'json' } })).default,
  reports: async () => (await import('./ar/reports.json', { with: { type: 'json' } })).default,
  reviews: async () => (await import('./ar/reviews.json', { with: { type: 'json' } })).default,
  system: async () => (await import('./ar/system.json', { with: { type: 'json' } })).default,
  usage: async () => (await import('./ar/usage.json', { with: { type: 'json' } })).default,
  users: async () => (await import('./ar/users.json', { with: { type: 'json' } })).default,
  verifications: async () => (await import('./ar/verifications.json', { with: { type: 'json' } })).default,
  webhooks: async () => (await import('./ar/webhooks.json', { with: { type: 'json' } })).default,
} as const

/** The `title` of each page's texts, for the navigation. */
export const pageTitlesAr = {
  account: 'حسابي',
  approvals: 'الموافقات',
  audit: 'سجل التدقيق',
  developer: 'المطوّرون',
  directory: 'تسجيل الدخول بواسطة {{name}}',
  keys: 'مفاتيح API',
  overview: 'نظرة عامة',
  palette: 'البحث والأوامر',
  quality: 'الجودة',
  reports: 'التقارير',
  reviews: 'المراجعات',
  system: 'النظام',
  usage: 'الاستعمال',
  users: 'المستخدمون',
  verifications: 'عمليات التحقق',
  webhooks: 'إشعارات Webhook',
} as const
