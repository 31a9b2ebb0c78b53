INSERT INTO clinic_moves (place_id, is_hospital, address, address_ml, city, district, state, pincode, noticed_at, announced_to) VALUES
    ('01900000-0000-7000-8000-0000000000d1', FALSE, '12 Beach Road', 'ബീച്ച് റോഡ് 12', '', 'Kollam', 'Kerala', '691001', 1794650400000, '');
