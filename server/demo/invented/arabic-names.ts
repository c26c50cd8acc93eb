// The Moroccan names and towns of the invented people in Arabic letters, as a card prints them beside the Latin
// ones. Pure.

import { surnameMark } from './people.ts'

const names: Readonly<Record<string, string>> = {
  Fatima: 'فاطمة',
  Khadija: 'خديجة',
  Salma: 'سلمى',
  Imane: 'إيمان',
  Meryem: 'مريم',
  Houda: 'هدى',
  Nadia: 'نادية',
  Sanaa: 'سناء',
  Hajar: 'هاجر',
  Asmae: 'أسماء',
  Youssef: 'يوسف',
  Mohammed: 'محمد',
  Omar: 'عمر',
  Rachid: 'رشيد',
  Hamza: 'حمزة',
  Karim: 'كريم',
  Mehdi: 'مهدي',
  Anas: 'أنس',
  Ayoub: 'أيوب',
  Saïd: 'سعيد',
  'El Amrani': 'العمراني',
  'El Idrissi': 'الإدريسي',
  'El Fassi': 'الفاسي',
  Benali: 'بنعلي',
  Alaoui: 'علوي',
  Bennani: 'بناني',
  Tazi: 'تازي',
  Berrada: 'برادة',
  Chraïbi: 'شرايبي',
  Lahlou: 'لحلو',
  Naciri: 'ناصري',
  Ouazzani: 'وزاني',
  Sebti: 'سبتي',
  Kettani: 'كتاني',
  Casablanca: 'الدار البيضاء',
  Rabat: 'الرباط',
  Fès: 'فاس',
  Tanger: 'طنجة',
}

const markInArabic = 'فيكتيف'

/** @throws Error for a name that nobody has written in Arabic letters yet */
export function inArabic(name: string): string {
  const mark = `-${surnameMark}`
  const isSurname = name.endsWith(mark)
  const written = names[isSurname ? name.slice(0, -mark.length) : name]
  if (written === undefined) throw new Error(`no Arabic letters for ${name}`)
  return isSurname ? `${written}-${markInArabic}` : written
}

/** Whatever `inArabic` can answer. */
export function arabicWords(): readonly string[] {
  return Object.keys(names).flatMap((name) => [inArabic(name), inArabic(`${name}-${surnameMark}`)])
}
