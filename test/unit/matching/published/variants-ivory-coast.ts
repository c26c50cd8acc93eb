// Spellings of one person's name, both as published: squad lists of FIFA and CAF, results of the Olympic
// Games and World Athletics, the French, English and German Wikipedia, lists of the government, and the
// press of Ivory Coast. One line a pair: given / family | given / family. See published-names.ts.

export const ivoryCoast = `
Kolo / Touré | Kolo Habib / Toure
Yaya / Touré | Yahya / Touré
Gnégnéri Yaya / Touré | Yaya / Toure
Didier / Zokora | Didier / Zokoura
Bakary / Koné | Bakari / Kone
Boubacar / Barry | Boubakar / Barry
Aruna / Dindane | Arouna / Dindane
Arouna / Koné | Aruna / Kone
Abdul Kader / Keïta | Abdoul Kader / Keita
Kader / Keïta | Abdelkader / Keita
Emmanuel / Eboué | Emanuel / Eboue
Abdoulaye / Méïté | Abdoulaye / Meite
Cheick / Tioté | Cheik / Tiote
Siaka / Tiéné | Siaka / Tiene
Gervais Yao / Kouassi | Gervais Lombe Yao / Kouassi
Souleymane / Bamba | Suleyman / Bamba
Sol / Bamba | Souleymane / Bamba
Seydou / Doumbia | Seydu / Doumbia
Max-Alain / Gradel | Max / Gradel
Salomon / Kalou | Solomon / Kalou
Wilfried / Bony | Wilfred / Bony
Serge / Aurier | Serge Alain Stéphane / Aurier
Ismaël Diallo / Traoré | Ismail / Traore
Lacina / Traoré | Lassina / Traore
Wilfried / Kanon | Wilfred / Kanon
Éric / Bailly | Eric Bertrand / Bailly
Odilon / Kossounou | Odilon / Kossonou
Cheick / Doukouré | Cheikh / Doucouré
Badra Ali / Sangaré | Badra / Sangare
Sylvain / Gbohouo | Sylvain / Gbouhouo
Ibrahim / Sangaré | Ibrahima / Sangare
Hamed / Traorè | Hamed Junior / Traoré
Jérémie / Boga | Jeremy / Boga
Nicolas / Pépé | Nicholas / Pepe
Sébastien / Haller | Sebastian / Haller
Christian / Kouamé | Christian / Kouame Kouakou
Oumar / Diakité | Omar / Diakite
Ousmane / Diomandé | Ousmane / Diomande
Evan / Ndicka | Evan / N'Dicka
Ghislain / Konan | Ghislain N'Clomande / Konan
Seko / Fofana | Sékou / Fofana
Yahia / Fofana | Yahya / Fofana
Charles / Folly | Folly Ayayi / Charles
Willy / Boly | Willy-Arnaud / Boly
Karim / Konaté | Karim / Konate
Amad / Diallo | Amad Diallo / Traoré
Franck / Kessié | Franck Yannick / Kessie
Geoffroy / Serey Dié | Serey / Die
Serey / Dié | Serey / Dié Geoffroy
Giovanni / Sio | Giovani / Sio
Gervais / N'Guessan | Gervais / Nguessan
N'Dri / Romaric | Ndri / Romaric
Didier / Ya Konan | Didier / Yakonan
Steve / Gohouri | Steeve / Gohouri
Guy / Demel | Guy Roland / Demel
Marco / Zoro | Marc / Zoro
Gilles / Yapi Yapo | Gilles / Yapi-Yapo
Bonaventure / Kalou | Bonaventura / Kalou
Tizié / Jean-Jacques | Tizie / Jean Jacques
Arsène / Hobou | Arsene / Obou
Emerse / Faé | Emerse / Fae
Ndri Koffi / Romaric | N'Dri / Romaric
Sékou / Cissé | Sekou / Cisse
Tchiressoua / Guel | Tchiressoa / Guel
Joël / Tiéhi | Joel / Tiehi
Ibrahima / Bakayoko | Ibrahim / Bakayoko
Aboubacar / Sanogo | Boubacar / Sanogo
Lassina / Diabaté | Lacina / Diabate
Cyril / Domoraud | Cyrille / Domoraud
Ahmed / Ouattara | Ahmad / Ouattara
Saint-Joseph / Gadji-Celi | Gadji Celi / Saint Joseph
Alain / Gouaméné | Alain / Gouamene
Abdoulaye / Traoré | Abdoulaye / Ben Traore
Youssouf / Fofana | Yusuf / Fofana
Laurent / Pokou | Laurent / N'Dri Pokou
Alassane / Ouattara | Alassane Dramane / Ouattara
Félix / Houphouët-Boigny | Felix / Houphouet Boigny
Laurent / Gbagbo | Laurent Koudou / Gbagbo
Henri Konan / Bédié | Henri / Konan-Bedie
Guillaume / Soro | Guillaume Kigbafori / Soro
Robert / Guéï | Robert / Guei
Pascal Affi / N'Guessan | Pascal / Affi Nguessan
Charles Konan / Banny | Charles / Konan-Banny
Daniel Kablan / Duncan | Daniel / Kablan-Duncan
Jeannot / Ahoussou-Kouadio | Jeannot / Kouadio-Ahoussou
Amadou Gon / Coulibaly | Amadou Gon / Koulibaly
Hamed / Bakayoko | Ahmed / Bakayoko
Patrick / Achi | Patrick Jérôme / Achi
Tiémoko Meyliet / Koné | Tiemoko Meylet / Kone
Robert Beugré / Mambé | Robert / Beugre Mambe
Seydou / Diarra | Seydou Elimane / Diarra
Charles / Blé Goudé | Charles / Ble-Goude
Simone / Gbagbo | Simone Ehivet / Gbagbo
Kandia / Camara | Kandia / Kamissoko Camara
Dominique / Ouattara | Dominique Folloroux / Ouattara
Mamadou / Koulibaly | Mamadou / Coulibaly
Kouadio / Konan Bertin | Bertin Kouadio / Konan
Adama / Bictogo | Adama / Biktogo
Bruno / Koné | Bruno Nabagné / Kone
Thiam / Tidjane | Tidiane / Thiam
Tidjane / Thiam | Cheick Tidjane / Thiam
Ahmadou / Kourouma | Amadou / Kourouma
Bernard / Dadié | Bernard Binlin / Dadie
Véronique / Tadjo | Veronique / Tajo
Murielle / Ahouré | Muriel / Ahoure
Marie-Josée / Ta Lou | Marie Josee / Talou
Ben Youssef / Meïté | Ben Youssouf / Meite
Arthur / Cissé | Arthur Gue / Cisse
Cheick Sallah / Cissé | Cheikh Salah / Cisse
Ruth / Gbagbi | Ruth Marie / Gbagbi
Gabriel / Tiacoh | Gabriel / Tiakoh
Tiken Jah / Fakoly | Tiken Dja / Fakoly
Affoussiata / Bamba-Lamine | Affoussiata / Bamba Lamine
Ange / N'Guessan | Ange / Nguessan
Josée / Nahi | Josee / Nahi
Rebecca / Elloh | Rebecca / Elloh Amon
Fatou / Coulibaly | Fatou / Koulibaly
Ida / Guehai | Ida Rebecca / Guehaï
Inès / Nrehy | Ines / N'Rehy
Venance / Konan | Vénance / Konan
Isidore / Okpo | Isidore Bédi / Okpo
`
