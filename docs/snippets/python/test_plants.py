import json
import subprocess
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def post(url, body):
    headers = {"Authorization": "Bearer any-token", "Content-Type": "application/json"}
    with urlopen(Request(url, json.dumps(body).encode(), headers)) as response:
        return json.load(response)


class PlantsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = ["node_modules/.bin/plant-store", "mock", "--port", "0"]
        cls.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        cls.url = cls.server.stdout.readline().split()[-1]  # printed when the server is ready

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.communicate()

    def setUp(self):
        urlopen(f"{self.url}/__mock/reset", data=b"").close()

    def test_creates_a_plant_with_its_exact_id(self):
        plant = {"id": 9007199254740993, "name": "Fern"}
        self.assertEqual(post(f"{self.url}/plants", plant), {"name": "Fern"})
        with urlopen(f"{self.url}/__mock/plants") as response:
            self.assertEqual(json.load(response), [plant])

    def test_gets_the_error_of_the_service(self):
        post(f"{self.url}/__mock/faults", {"error": 17, "message": "No room"})
        with self.assertRaises(HTTPError) as raised:
            post(f"{self.url}/plants", {"id": 1, "name": "Moss"})
        self.assertEqual(json.load(raised.exception)["message"], "No room")
