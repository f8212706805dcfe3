/** The texts of the sample database. All people and companies are invented. */

export interface Place {
  readonly country: string;
  readonly cities: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** Countries with cities, first names and last names. */
export const PLACES: readonly Place[] = [
  place('Austria', 'Vienna, Graz, Linz', 'Ada, Lukas, Anna, Felix, Theresa', 'Moser, Gruber, Steiner, Pichler, Hofer'),
  place(
    'Germany',
    'Berlin, Hamburg, Leipzig',
    'Emil, Greta, Jonas, Klara, Malte',
    'Becker, Schröder, Krüger, Voigt, Lang',
  ),
  place('France', 'Paris, Lyon, Nantes', 'Chloé, Hugo, Inès, Léon, Manon', 'Lefèvre, Moreau, Girard, Dubois, Caron'),
  place('Italy', 'Rome, Turin, Bari', 'Giulia, Marco, Elena, Paolo, Bianca', "Ferri, Conti, De Luca, D'Angelo, Greco"),
  place(
    'Spain',
    'Madrid, Seville, Bilbao',
    'Lucía, Diego, Carmen, Iker, Nuria',
    'García, Romero, Ortega, Vidal, Muñoz',
  ),
  place(
    'Ireland',
    'Dublin, Cork, Galway',
    'Aoife, Cian, Niamh, Declan, Orla',
    "O'Brien, Murphy, O'Neill, Byrne, Walsh",
  ),
  place(
    'United Kingdom',
    'London, Leeds, Bristol',
    'Alice, Oliver, Priya, Harry, Maeve',
    'Hughes, Patel, Clarke, Wright, Khan',
  ),
  place(
    'Poland',
    'Warsaw, Kraków, Gdańsk',
    'Zofia, Jakub, Hanna, Piotr, Maja',
    'Nowak, Wójcik, Zieliński, Mazur, Król',
  ),
  place('Turkey', 'Istanbul, Izmir, Rize', 'Elif, Emre, Zeynep, Kerem, Defne', 'Yılmaz, Demir, Çelik, Şahin, Aydın'),
  place('India', 'Mumbai, Kolkata, Kochi', 'Aarav, Diya, Rohan, Meera, Kabir', 'Sharma, Nair, Bose, Iyer, Reddy'),
  place('Japan', 'Tokyo, Kyoto, Sapporo', 'Haruto, Yui, Sora, Aoi, Ren', 'Sato, Suzuki, Tanaka, Mori, Ishikawa'),
  place('South Korea', 'Seoul, Busan, Daegu', 'Minjun, Seoyeon, Jiho, Haeun, Dohyun', 'Kim, Lee, Park, Choi, Jung'),
  place('Nigeria', 'Lagos, Abuja, Ibadan', 'Chidi, Amara, Tunde, Ngozi, Bisi', 'Okafor, Adeyemi, Bello, Eze, Balogun'),
  place(
    'Morocco',
    'Rabat, Fez, Tangier',
    'Salma, Youssef, Imane, Karim, Nadia',
    'El Amrani, Benali, Idrissi, Tazi, Alaoui',
  ),
  place(
    'Brazil',
    'Recife, São Paulo, Curitiba',
    'Ana, João, Beatriz, Caio, Lívia',
    'Silva, Souza, Almeida, Rocha, Barbosa',
  ),
  place(
    'Canada',
    'Toronto, Montreal, Halifax',
    'Liam, Noémie, Ethan, Mia, Owen',
    'Tremblay, Fraser, Singh, Roy, MacDonald',
  ),
  place(
    'United States',
    'Boston, Portland, Austin',
    'Grace, Noah, Maya, Caleb, Ruby',
    'Johnson, Rivera, Nguyen, Brooks, Hayes',
  ),
  place(
    'New Zealand',
    'Auckland, Nelson, Dunedin',
    'Aria, Tane, Isla, Wiremu, Leo',
    'Ngata, Taylor, Parata, Wilson, Tawhiri',
  ),
];

function place(country: string, cities: string, first: string, last: string): Place {
  return { country, cities: cities.split(', '), first: first.split(', '), last: last.split(', ') };
}

export interface Goods {
  readonly name: string;
  readonly description: string;
  /** Lowest and highest price in cents. */
  readonly cents: readonly [least: number, most: number];
  /** Weight in grams that one of the products has. */
  readonly grams: readonly number[];
  /** Positions in `SUPPLIERS`. */
  readonly suppliers: readonly number[];
  readonly products: readonly string[];
}

export const CATEGORIES: readonly Goods[] = [
  {
    name: 'Black tea',
    description: 'Fully oxidised and strong',
    cents: [480, 1690],
    grams: [100, 250],
    suppliers: [0, 1, 2, 3],
    products: names(
      'Darjeeling First Flush, Darjeeling Second Flush, Assam Golden Tips, Ceylon Orange Pekoe, Nilgiri Frost, ' +
        'Keemun, Yunnan Gold, Lapsang Souchong, Earl Grey, English Breakfast, East Frisian Blend, Masala Chai',
    ),
  },
  {
    name: 'Green tea',
    description: 'Not oxidised, fresh and light',
    cents: [590, 3890],
    grams: [50, 100],
    suppliers: [4, 5, 6],
    products: names(
      'Sencha, Gyokuro, Genmaicha, Hojicha, Bancha, Matcha Ceremony, Matcha Kitchen, Longjing, Gunpowder, ' +
        'Jasmine Pearls, Bi Luo Chun, Moroccan Mint',
    ),
  },
  {
    name: 'Oolong',
    description: 'Partly oxidised, between green and black',
    cents: [890, 3490],
    grams: [50, 100],
    suppliers: [6, 7],
    products: names('Tie Guan Yin, Da Hong Pao, Oriental Beauty, Milk Oolong, Dong Ding, Phoenix Dan Cong, Alishan'),
  },
  {
    name: 'White tea',
    description: 'Young buds, dried in the air',
    cents: [990, 2990],
    grams: [50, 100],
    suppliers: [6],
    products: names('Silver Needle, White Peony, Shou Mei, Moonlight White, White Jasmine'),
  },
  {
    name: 'Pu-erh',
    description: 'Fermented and aged',
    cents: [1290, 8900],
    grams: [100, 357],
    suppliers: [6],
    products: names('Raw Pu-erh Cake, Ripe Pu-erh Cake, Mini Tuo Cha, Old Tree Pu-erh, Tangerine Pu-erh'),
  },
  {
    name: 'Herbal tea',
    description: 'Herbs, fruits and rooibos, without caffeine',
    cents: [320, 890],
    grams: [50, 100, 200],
    suppliers: [8, 9],
    products: names(
      'Peppermint, Chamomile, Lemon Verbena, Alpine Herbs, Fennel Anise Caraway, Rosehip, Hibiscus, Ginger Lemon, ' +
        'Rooibos Natural, Rooibos Vanilla, Honeybush, Linden Blossom, Berry Garden, Winter Apple',
    ),
  },
  {
    name: 'Tea ware',
    description: 'Pots, cups and tools',
    cents: [1150, 14900],
    grams: [80, 320, 650, 1200],
    suppliers: [5, 10, 11],
    products: names(
      'Cast-Iron Teapot, Glass Teapot, Yixing Teapot, Porcelain Gaiwan, Matcha Bowl, Bamboo Whisk, Tasting Cup, ' +
        'Travel Mug, Tea Tray, Brewing Scale',
    ),
  },
  {
    name: 'Gifts',
    description: 'Boxes and books',
    cents: [1490, 7900],
    grams: [300, 500, 900],
    suppliers: [9, 11],
    products: names('Tasting Box for Two, World Tour Box, Winter Box, Book of Oolong, Tea Calendar'),
  },
];

function names(text: string): readonly string[] {
  return text.split(', ');
}

/** Name, country, city and usual days of a delivery. */
export const SUPPLIERS: readonly (readonly [name: string, country: string, city: string, days: number])[] = [
  ['Singtam Hills Garden', 'India', 'Darjeeling', 21],
  ['Brahma Valley Estates', 'India', 'Jorhat', 24],
  ['Nuwara Leaf', 'Sri Lanka', 'Kandy', 26],
  ['North Sea Blenders', 'Germany', 'Emden', 3],
  ['Uji Morning Mist', 'Japan', 'Uji', 18],
  ['Kyo Chasen Workshop', 'Japan', 'Kyoto', 19],
  ['Nine Peaks Tea', 'China', 'Hangzhou', 30],
  ['Cloud Terrace', 'Taiwan', 'Chiayi', 28],
  ['Cederberg Cooperative', 'South Africa', 'Clanwilliam', 32],
  ['Alm & Wiese', 'Austria', 'Innsbruck', 2],
  ['Iron Kettle Foundry', 'Japan', 'Morioka', 35],
  ['Atelier Faïence', 'France', 'Limoges', 6],
];

/** Name, job, gross salary of a month in cents and position of the manager. */
export const EMPLOYEES: readonly (readonly [name: string, job: string, cents: number, manager: number | null])[] = [
  ['Miriam Adler', 'Head of the shop', 640000, null],
  ['Tomasz Lis', 'Warehouse manager', 415000, 0],
  ['Sakura Ono', 'Tea taster', 438000, 0],
  ['Femi Ade', 'Packer', 268000, 1],
  ['Lena Winkler', 'Packer', 272500, 1],
  ['Ibrahim Kaya', 'Packer', 265000, 1],
  ['Julie Perrin', 'Customer care', 298000, 0],
  ['Arjun Menon', 'Customer care', 291000, 6],
  ['Nora Lindqvist', 'Bookkeeper', 352000, 0],
];

/** What customers write, by number of stars from 1. */
export const COMMENTS: readonly (readonly string[])[] = [
  ['Arrived broken.', 'Tastes of cardboard.', 'Not what I ordered.'],
  ['Too bitter for me.', 'Smaller than I expected.', 'The packaging was open.'],
  ['It is fine.', 'Good, but not at this price.', 'Needs a longer infusion than the label says.'],
  ['Lovely aroma.', 'I will buy it again.', 'Quick delivery and a good taste.'],
  ['My favourite of the year!', 'Wonderful from the first cup.', 'A perfect present.'],
];
