/** Import templates: the columns as the server names them, and an example row. */

/** Without it Excel misreads UTF-8 and garbles Malayalam. */
const byteOrderMark = "\uFEFF";

/** The server refuses a row with this number, so the example is never imported. */
const exampleNumber = "EXAMPLE";

export const templates = {
  doctors: [
    "doctor_ID,full_Name,email,phone_Number,gender,DOB,specialization,experience,consultation_Fee,consultation_Address,district,state,pincode,startTime,endTime",
    `${exampleNumber},Asha Nair,asha@example.org,9400000001,F,17/05/1984,Cardiology,12,300,"Lotus Clinic, MG Road",Kollam,Kerala,691001,10:00,13:00`,
  ],
  facilities: [
    "License_number,Hospital_name,category,Email,Phone_Number,Address,City,District,State,Pincode",
    `${exampleNumber},City Hospital,Hospital,city@example.org,9400000002,Beach Road,Kollam,Kollam,Kerala,691001`,
  ],
};

export function templateAddress(kind: keyof typeof templates): string {
  const text = templates[kind].map((row) => `${row}\r\n`).join("");
  return `data:text/csv;charset=utf-8,${encodeURIComponent(byteOrderMark + text)}`;
}
