// Real persons of public life, every one another: players of the national teams, athletes, ministers,
// deputies, writers and musicians, as squad lists, result lists and the French and English Wikipedia
// write them. One person: given / family; a comma or a line's end between two. See published-names.ts.

export const personsSenegal = `
Sadio / Mané, Kalidou / Koulibaly, Édouard / Mendy, Idrissa / Gueye, Cheikhou / Kouyaté, Moussa / Wagué,
Papiss Demba / Cissé, Demba / Ba, Moussa / Sow, Mame Biram / Diouf, El Hadji / Diouf, Henri / Camara,
Khalilou / Fadiga, Papa Bouba / Diop, Salif / Diao, Aliou / Cissé, Lamine / Diatta, Tony / Sylva,
Omar / Daf, Ferdinand / Coly, Pape / Sarr, Sylvain / Ndiaye, Alassane / Ndour, Habib / Beye,
Diomansy / Kamara, Souleymane / Diawara, Abdoulaye / Faye, Mamadou / Niang, Guirane / Ndaw,
Ousmane / Ndoye, Souleymane / Camara, Babacar / Gueye, Kader / Mangane, Boukary / Dramé, Issiar / Dia,
Jacques / Faty, Moustapha / Bayal, Ibrahima / Sonko, Rémi / Gomis, Makhtar / Ndiaye, Cheikh / Mbengue,
Armand / Traoré, Lamine / Sané, Kara / Mbodji, Zargo / Touré, Alfred / Ndiaye, Salif / Sané,
Mbaye / Niang, Mbaye / Diagne, Keita / Baldé, Famara / Diédhiou, Youssouf / Sabaly, Saliou / Ciss,
Krépin / Diatta, Abdou / Diallo, Nampalys / Mendy, Boulaye / Dia, Bamba / Dieng, Iliman / Ndiaye,
Formose / Mendy, Ismaïla / Sarr, Nicolas / Jackson, Pathé / Ciss, Moustapha / Name, Seny / Dieng,
Alfred / Gomis, Khadim / Ndiaye, Oumar / Niasse, Diafra / Sakho, Moussa / Konaté, Stéphane / Badji,
Idrissa / Mbengue, Lamine / Camara, Habib / Diarra, Moussa / Niakhaté, Assane / Diao, Cherif / Ndiaye,
Abdallah / Sima, Mory / Diaw, Macky / Sall, Bassirou / Faye, Ousmane / Sonko, Abdoulaye / Wade,
Abdou / Diouf, Léopold / Senghor, Cheikh Anta / Diop, Youssou / Ndour, Mariama / Bâ, Aminata / Touré,
Idrissa / Seck, Lamine / Guèye, Blaise / Diagne, Moustapha / Niasse, Khalifa / Sall, Gorgui / Dieng,
Astou / Traoré, Amadou / Dia Ba, Amy / Thiam, Kène / Ndoye, Abdou Latif / Coulibaly, Penda / Mbow,
Felwine / Sarr, Baaba / Maal, Safi / Faye, Fatma / Samoura, Malick / Gakou, Awa Marie / Coll Seck,
Rokhaya / Diallo, Maïmouna / Diouf, Aïda / Mbodj, Thérèse / Faye, Fatou / Diome, Ken / Bugul,
Nafissatou / Diop, Ramata / Diakité, Coumba / Gawlo, Viviane / Chidid, Titi / Diallo, Mame / Diarra
`

export const personsMorocco = `
Yassine / Bounou, Achraf / Hakimi, Noussair / Mazraoui, Nayef / Aguerd, Romain / Saïss, Jawad / El Yamiq,
Yahia / Attiyat Allah, Badr / Benoun, Sofyan / Amrabat, Azzedine / Ounahi, Selim / Amallah,
Abdelhamid / Sabiri, Hakim / Ziyech, Sofiane / Boufal, Youssef / En-Nesyri, Zakaria / Aboukhlal,
Abderrazak / Hamdallah, Abdessamad / Ezzalzouli, Walid / Cheddira, Ilias / Chair, Anass / Zaroury,
Bilal / El Khannouss, Ahmed Reda / Tagnaouti, Munir / Mohamedi, Walid / Regragui, Mehdi / Benatia,
Karim / El Ahmadi, Mbark / Boussoufa, Younès / Belhanda, Nordin / Amrabat, Faycal / Fajr,
Khalid / Boutaïb, Ayoub / El Kaabi, Aziz / Bouhaddouz, Hamza / Mendyl, Marouane / Chamakh,
Adel / Taarabt, Houssine / Kharja, Youssouf / Hadji, Nourredine / Naybet, Abdeslam / Ouaddou,
Talal / El Karkouri, Jaouad / Zaïri, Badou / Zaki, Mohamed / Timoumi, Aziz / Bouderbala,
Salaheddine / Bassir, Abdeljalil / Hadda, Tahar / El Khalej, Youssef / Chippo, Gharib / Amzine,
Rachid / Azzouzi, Ahmed / Faras, Larbi / Benbarek, Hicham / El Guerrouj, Saïd / Aouita,
Nawal / El Moutawakel, Nezha / Bidouane, Hasna / Benhassi, Jaouad / Gharib, Khalid / Skah,
Brahim / Boutayeb, Abdelkader / El Mouaziz, Salah / Hissou, Soufiane / El Bakkali, Abdelaati / Iguider,
Amine / Laâlou, Rabab / Arafi, Siham / Hilali, Malika / Akkaoui, Hicham / Arazi, Karim / Alami,
Mohammed / Rabii, Badr / Hari, Abdelilah / Benkirane, Saâdeddine / El Othmani, Aziz / Akhannouch,
Driss / Jettou, Abbas / El Fassi, Abderrahmane / Youssoufi, Mohammed Karim / Lamrani, Ahmed / Osman,
Driss / Basri, Nasser / Bourita, Salaheddine / Mezouar, Taïeb / Fassi Fihri, Abdelouafi / Laftit,
Mohamed / Hassad, Mohand / Laenser, Ahmed / Toufiq, Fouzi / Lekjaa, Nadia / Fettah, Chakib / Benmoussa,
Fatima Zahra / Mansouri, Abdellatif / Ouahbi, Nizar / Baraka, Ilyas / El Omari, Driss / Lachgar,
Nabil / Benabdellah, Hamid / Chabat, Mehdi / Ben Barka, Ahmed / Balafrej, Mohamed / Choukri,
Tahar / Ben Jelloun, Abdellatif / Laâbi, Leïla / Slimani, Fatima / Mernissi, Asmae / Lamrabet,
Nabil / Ayouch, Saad / Lamjarred, Jamel / Debbouze, Gad / Elmaleh, Ghizlane / Chebbak,
Fatima / Tagnaout, Khadija / Er-Rmichi, Nouhaila / Benzina, Zineb / Redouani, Ibtissam / Jraïdi,
Yasmin / Mrabet, Rosella / Ayane, Oussama / Idrissi, Nabil / Dirar, Amine / Adli, Chadi / Riad
`

export const personsIvoryCoast = `
Didier / Drogba, Kolo / Touré, Yaya / Touré, Didier / Zokora, Bakary / Koné, Boubacar / Barry,
Aruna / Dindane, Arouna / Koné, Kader / Keïta, Emmanuel / Eboué, Abdoulaye / Méïté, Cheick / Tioté,
Siaka / Tiéné, Gervais / Kouassi, Souleymane / Bamba, Seydou / Doumbia, Max-Alain / Gradel,
Salomon / Kalou, Wilfried / Bony, Serge / Aurier, Ismaël / Traoré, Lacina / Traoré, Wilfried / Kanon,
Éric / Bailly, Odilon / Kossounou, Simon / Deli, Cheick / Doukouré, Badra Ali / Sangaré,
Sylvain / Gbohouo, Ibrahim / Sangaré, Hamed / Traorè, Jérémie / Boga, Nicolas / Pépé, Simon / Adingra,
Sébastien / Haller, Christian / Kouamé, Oumar / Diakité, Ousmane / Diomandé, Evan / Ndicka,
Ghislain / Konan, Seko / Fofana, Yahia / Fofana, Willy / Boly, Karim / Konaté, Amad / Diallo,
Franck / Kessié, Serey / Dié, Giovanni / Sio, Gervais / N'Guessan, Didier / Ya Konan, Steve / Gohouri,
Guy / Demel, Marco / Zoro, Gilles / Yapi Yapo, Bonaventure / Kalou, Emerse / Faé, Sékou / Cissé,
Tchiressoua / Guel, Joël / Tiéhi, Ibrahima / Bakayoko, Aboubacar / Sanogo, Lassina / Diabaté,
Cyril / Domoraud, Ahmed / Ouattara, Alain / Gouaméné, Abdoulaye / Traoré, Youssouf / Fofana,
Laurent / Pokou, Alassane / Ouattara, Félix / Houphouët-Boigny, Laurent / Gbagbo, Henri / Bédié,
Guillaume / Soro, Robert / Guéï, Pascal / Affi N'Guessan, Charles / Banny, Daniel / Duncan,
Jeannot / Ahoussou-Kouadio, Amadou / Gon Coulibaly, Hamed / Bakayoko, Patrick / Achi,
Tiémoko Meyliet / Koné, Robert / Mambé, Charles / Blé Goudé, Simone / Gbagbo, Kandia / Camara,
Dominique / Ouattara, Mamadou / Koulibaly, Bertin / Konan, Adama / Bictogo, Bruno / Koné,
Tidjane / Thiam, Ahmadou / Kourouma, Bernard / Dadié, Véronique / Tadjo, Murielle / Ahouré,
Marie-Josée / Ta Lou, Ben Youssef / Meïté, Arthur / Cissé, Cheick Sallah / Cissé, Ruth / Gbagbi,
Gabriel / Tiacoh, Ange / N'Guessan, Josée / Nahi, Rebecca / Elloh, Fatou / Coulibaly, Ida / Guehai,
Inès / Nrehy, Venance / Konan, Isidore / Okpo, Raymonde / Goudou, Mariatou / Koné, Anne / Ouloto,
Nialé / Kaba, Aya / Konan, Affoué / Kouassi, Aminata / Diaby, Salimata / Touré
`

export const personsGhana = `
Kofi / Annan, Kwame / Nkrumah, Kofi / Busia, Hilla / Limann, Jerry / Rawlings, John / Kufuor,
John / Mills, John / Mahama, Nana / Akufo-Addo, Mahamudu / Bawumia, Kwesi / Amissah-Arthur,
Kwesi / Nduom, Kwadwo / Baah-Wiredu, Joseph / Ankrah, Akwasi / Afrifa, Ignatius / Acheampong,
Fred / Akuffo, Ephraim / Amu, Alex / Quaison-Sackey, James / Aggrey, Ayi Kwei / Armah, Kofi / Awoonor,
Ama Ata / Aidoo, Efua / Sutherland, Kwame / Appiah, Kojo / Laing, Joseph / Danquah, Kwabena / Nketia,
Ebo / Taylor, Teddy / Osei, Abedi / Pelé, André / Ayew, Jordan / Ayew, Tony / Yeboah, Samuel / Kuffour,
Stephen / Appiah, Michael / Essien, Asamoah / Gyan, Sulley / Muntari, Laryea / Kingston, John / Mensah,
John / Paintsil, Richard / Kingson, Samuel / Inkoom, Kwadwo / Asamoah, Anthony / Annan,
Kevin-Prince / Boateng, Jonathan / Mensah, Isaac / Vorsah, Lee / Addy, Dominic / Adiyiah,
Prince / Tagoe, Quincy / Owusu-Abeyie, Matthew / Amoah, Derek / Boateng, Haminu / Dramani, Eric / Addo,
Illiasu / Shilla, Habib / Mohamed, Issah / Ahmed, Otto / Addo, Razak / Pimpong, Christian / Atsu,
Mubarak / Wakaso, Mohammed / Rabiu, Emmanuel / Agyemang-Badu, Afriyie / Acquah, Albert / Adomah,
Majeed / Waris, Fatau / Dauda, Razak / Brimah, Baba / Rahman, Thomas / Partey, Daniel / Amartey,
Mohammed / Kudus, Mohammed / Salisu, Alexander / Djiku, Tariq / Lamptey, Kamaldeen / Sulemana,
Osman / Bukari, Antoine / Semenyo, Joseph / Aidoo, Gideon / Mensah, Denis / Odoi, Elisha / Owusu,
Lawrence / Ati-Zigi, Ibrahim / Danlad, Baba / Iddrisu, Ernest / Nuamah, Richmond / Boakye,
Jerry / Akaminko, Frank / Acheampong, Edwin / Gyimah, Jeffrey / Schlupp, David / Accam,
Daniel / Opare, Sammy / Adjei, Felix / Aboagye, Ibrahim / Tanko, Augustine / Ahinful,
Nii / Lamptey, Frimpong / Manso, Opoku / Nti, Yaw / Osafo-Maafo, Alban / Bagbin, Ekow / Spio-Garbrah,
Hanna / Tetteh, Samia / Nkrumah, Gertrude / Torkornoo, Ursula / Owusu-Ekuful, Otiko / Djaba,
Shirley / Botchwey, Ken / Ofori-Atta, Ato / Forson, Haruna / Iddrisu, Muntaka / Mubarak, Yaa / Asantewaa
`

/** Names of these lists that are one name in two spellings: exchanging them makes no second person. */
export const oneName: readonly (readonly string[])[] = [
  ['Koulibaly', 'Coulibaly'],
  ['Camara', 'Kamara'],
  ['Traoré', 'Traorè'],
  ['Ahmed', 'Amad', 'Hamed'],
]
