// Spellings of one person's name, both as published: squad lists of FIFA and CAF, results of the Olympic
// Games and World Athletics, the French, English and Wolof Wikipedia, government lists and the press of
// Senegal. One line a pair: given / family | given / family. See published-names.ts.

export const senegal = `
Kalidou / Koulibaly | Kalidou / Coulibaly
Cheikhou / Kouyaté | Cheikou / Kouyate
Papiss Demba / Cissé | Papis Demba / Cisse
Moussa / Sow | Musa / Sow
Mame Biram / Diouf | Mame Birame / Diouf
El Hadji / Diouf | El-Hadj Ousseynou / Diouf
Papa Bouba / Diop | Pape Bouba / Diop
Tony / Sylva | Tony / Silva
Omar / Daf | Oumar / Daf
Pape Matar / Sarr | Papa Matar / Sarr
Moussa / N'Diaye | Moussa / Ndiaye
Alassane / N'Dour | Alassane / Ndour
Diomansy / Kamara | Diomansy / Camara
Souleymane / Diawara | Suleymane / Diawara
Abdoulaye / Diagne-Faye | Abdoulaye / Faye
Papa Waigo / N'Diaye | Pape Waigo / Ndiaye
Guirane / N'Daw | Guirane / Ndao
Cheikh / M'Bengue | Cheick / Mbengue
Pape N'Diaye / Souaré | Papa Ndiaye / Souare
Younousse / Sankharé | Younouss / Sankhare
Dame / N'Doye | Dame / Ndoye
Mbaye / Niang | M'Baye / Niang
Keita / Baldé | Diao Keita / Balde
Youssouf / Sabaly | Youssuf / Sabaly
Krépin / Diatta | Crépin / Diatta
Abdou / Diallo | Abdou Lakhad / Diallo
Pape Abou / Cissé | Papa Abou / Cisse
Nampalys / Mendy | Nampalis / Mendy
Boulaye / Dia | Boulay / Dia
Ahmadou Bamba / Dieng | Amadou Bamba / Dieng
Iliman / Ndiaye | Illiman / N'Diaye
Ismail / Jakobs | Ismaël / Jakobs
Ismaïla / Sarr | Ismail / Sarr
Moustapha / Name | Mustapha / Name
Mamadou Loum / N'Diaye | Mamadou / Loum
Seny / Dieng | Timothy Seny / Dieng
Kara / Mbodji | Kara / M'Bodj
Papakouli / Diop | Pape Kouly / Diop
Oumar / Niasse | Omar / Niass
Diafra / Sakho | Diafra / Sako
Issiar / Dia | Isiar / Dia
Ibrahima / Sonko | Ibrahim / Sonko
Boukary / Dramé | Boukari / Drame
Abdoul Kader / Mangane | Kader / Mangane
Babacar / Gueye | Babakar / Gueye
Makhtar / N'Diaye | Mactar / Ndiaye
Macky / Sall | Maki / Sàll
Bassirou Diomaye / Faye | Basiru Jomaay / Fay
Ousmane / Sonko | Usmaan / Sonko
Abdoulaye / Wade | Abdulaay / Wàdd
Abdou / Diouf | Abdu / Juuf
Léopold Sédar / Senghor | Leopold Sedar / Sengor
Cheikh Anta / Diop | Seex Anta / Jóob
Ahmadou Bamba / Mbacké | Amadu Bamba / Mbàkke
Youssou / N'Dour | Yusu / Nduur
Ousmane / Sembène | Usmaan / Sembeen
Mariama / Bâ | Maryaama / Ba
Aminata / Sow Fall | Aminata / Sow-Faal
Idrissa / Seck | Idriisa / Sekk
Lamine / Guèye | Lamin / Géey
Blaise / Diagne | Blaise / Jaañ
Mamadou / Dia | Mamadu / Ja
Moustapha / Niasse | Mustafa / Ñas
Khalifa / Sall | Xalifa / Sall
Ousmane Tanor / Dieng | Usmaan Tanoor / Jeŋ
Aminata / Touré | Aminata / Ture
El Hadji Malick / Sy | Al Hajj Malik / Sy
Ibrahima / Niass | Ibrahim / Niasse
Abdoulaye / Niass | Abdallah / Niasse
Gorgui / Dieng | Gorgui Sy / Dieng
Maleye / N'Doye | Maleye / Ndoye
Mouhamed Saer / Sene | Mohamed Saer / Sène
Hamady / N'Diaye | Hamady / Ndiaye
Astou / Ndiaye | Astou / N'Diaye-Diatta
Amadou / Dia Ba | El Hadj Amadou / Dia Bâ
Amy Mbacké / Thiam | Ami M'Backe / Thiam
Kène / Ndoye | Kene / N'Doye
Ndiss Kaba / Badji | N'Diss Kaba / Badji
Yakhya / Diop | Yahya / Diop
Amath / Dansokho | Amat / Dansoko
Abdou Latif / Coulibaly | Abdoul Latif / Koulibaly
Souleymane Ndéné / Ndiaye | Suleyman Ndene / N'Diaye
Cheikh Hadjibou / Soumaré | Cheikh Adjibou / Soumare
Mahammed / Dionne | Mohammed / Dionne
Abdoul / Mbaye | Abdul / M'Baye
Abdourahim / Agne | Abdou Rahim / Agne
Cheikh Tidiane / Gadio | Cheick Tidjane / Gadio
Cheikh Ahmed Tidiane / Sy | Shaykh Ahmad Tijani / Sy
Penda / Mbow | Penda / M'Bow
Amadou-Mahtar / M'Bow | Amadou Makhtar / Mbow
Souleymane Bachir / Diagne | Suleymane Bashir / Diagne
Boubacar Boris / Diop | Bubakar Boris / Jóob
Cheikh Aliou / Ndao | Séex Aliw / Ndaw
Baaba / Maal | Baba / Mal
Omar / Pene | Oumar / Pène
Djibril / Diop Mambéty | Jibril / Diop-Mambety
Safi / Faye | Safy / Faye
Doudou / N'Diaye Rose | Doudou / Ndiaye Rose
Aliaune / Thiam | Alioune / Thiam
Abdoulaye / Bathily | Abdulaye / Batily
Fatma / Samoura | Fatima / Samoura
Kéba / Mbaye | Keba / M'Baye
Malick / Gakou | Malick / Gackou
Oumar / Sarr | Omar / Sarr
Mame Mbaye / Niang | Mame M'Baye / Niang
Awa Marie / Coll Seck | Eva Marie / Coll-Seck
Serigne Mbaye / Thiam | Sëriñ Mbay / Caam
Khady / Diène Gaye | Khadi / Diene
Ndèye Coumba / Mbengue Diakhaté | Ndeye Koumba / Mbengue
Mamadou / Sakho | Mamadou / Sako
Lass / Diarra | Lassana / Diarra
Mohamed / Diamé | Mouhamed / Diame
Zakaria / Diallo | Zakarya / Diallo
Salif / Sané | Salifou / Sané
Modou / Barrow | Momodou / Barrow
Cheikh / Diop | Sheikh / Diop
Thierno Souleymane / Baal | Ceerno Sileymaan / Baal
El Hadj Omar / Tall | Umar / Taal
Lat Dior / Diop | Lat Joor / Joop
Alboury / Ndiaye | Alburi / Njaay
Aline Sitoé / Diatta | Alinsitowe / Diatta
Rokhaya / Diallo | Rokaya / Diallo
Maïmouna / Diouf | Maymouna / Diouf
Mor / Thiam | Moor / Caam
Doudou / Wade | Dudu / Wade
Nafissatou / Dia Diouf | Nafisatou / Dia
Sidy Lamine / Niasse | Sidi Lamine / Niass
Cheikh Bamba / Dièye | Cheikh Bamba / Dieye
Moustapha Mamba / Guirassy | Mustapha Mamba / Guirassy
Babacar / Khouma | Khouma / Babacar El-Hadji
Abdou Khadre / Lô | Abdoul Khadre / Lo
`
