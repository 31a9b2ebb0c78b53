"""Fills the site: `fill.py PROVIDERS DAYS BOOKINGS USERS`. Prints JSON: the providers, the slots that are still free, and
the cookies of users who are signed in."""
import datetime
import json
import sys

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone

from appointment.models import Appointment, AppointmentRequest, Service, StaffMember, WorkingHours

OPENS, SLOTS, MINUTES = 9, 32, 15


def at(slot):
    minutes = OPENS * 60 + slot * MINUTES
    return datetime.time(minutes // 60, minutes % 60)


def add_users(prefix, count):
    User = get_user_model()
    people = [
        User(username=f"{prefix}{n}", email=f"{prefix}{n}@demo.example", first_name=prefix, last_name=str(n), password="!")
        for n in range(count)
    ]
    return User.objects.bulk_create(people, batch_size=500)


def add_providers(count, service):
    staff = StaffMember.objects.bulk_create([StaffMember(user=user) for user in add_users("doctor", count)], batch_size=500)
    for each in staff:
        each.services_offered.add(service)
    hours = [
        WorkingHours(staff_member=each, day_of_week=day, start_time=at(0), end_time=at(SLOTS))
        for each in staff
        for day in range(7)
    ]
    WorkingHours.objects.bulk_create(hours, batch_size=500)
    return staff


def sign_in(user):
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session.session_key


@transaction.atomic
def fill(providers, days, bookings, users):
    service = Service.objects.create(name="Consultation", duration=datetime.timedelta(minutes=MINUTES), price=0)
    staff, people = add_providers(providers, service), add_users("user", users)
    today = timezone.localdate()
    dates = [today + datetime.timedelta(days=day) for day in range(days)]
    requests, free = [], []
    for number, provider in enumerate(staff):
        for day, date in enumerate(dates):
            place = number * days + day
            each = (place + 1) * bookings // (providers * days) - place * bookings // (providers * days)
            # Spread over the day, and shifted from day to day.
            taken = {(day + visit * SLOTS // each) % SLOTS for visit in range(each)}
            for slot in range(SLOTS):
                if slot in taken:
                    requests.append(
                        AppointmentRequest(
                            date=date,
                            start_time=at(slot),
                            end_time=at(slot + 1),
                            service=service,
                            staff_member=provider,
                            id_request=f"fill{len(requests)}",
                        )
                    )
                elif day > 0:
                    free.append([provider.pk, date.isoformat(), at(slot).isoformat(), at(slot + 1).isoformat()])
    requests = AppointmentRequest.objects.bulk_create(requests, batch_size=500)
    visits = [
        Appointment(client=people[n % len(people)], appointment_request=request, phone="+919847012345", id_request=f"visit{n}")
        for n, request in enumerate(requests)
    ]
    Appointment.objects.bulk_create(visits, batch_size=500)
    return {
        "service": service.pk,
        "providers": [each.pk for each in staff],
        "days": [date.isoformat() for date in dates],
        "booked": len(visits),
        "free": free,
        "sessions": [sign_in(user) for user in people],
    }


print(json.dumps(fill(*map(int, sys.argv[1:]))))
